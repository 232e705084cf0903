"""The hashes and versions of everything that was compared."""

import hashlib
from collections.abc import Mapping, Sequence

from toolwatch.model.report import Compared
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite
from toolwatch.model.tool import Json
from toolwatch.model.trial import ModelInfo
from toolwatch.version import VERSION


def of(compared: Sequence[Compared], suites: Sequence[Suite], models: Sequence[ModelInfo]) -> Mapping[str, Json]:
    """What a reader needs to repeat the run: no time, no machine, no path outside the project."""
    return {
        "toolwatch": VERSION,
        "servers": [
            {
                "server": one.after.server,
                "before": _snapshot(one.before) if one.before else None,
                "before_target": one.before_target,
                "after": _snapshot(one.after),
                "after_target": one.after_target,
            }
            for one in compared
        ],
        "suites": [
            {"suite": suite.name, "digest": suite.digest, "system_prompt": _hash(suite.system)} for suite in suites
        ],
        "models": [
            {
                "provider": model.provider,
                "model": model.model,
                "version": model.version,
                "url": model.url,
                "proxy": model.proxy,
                "parameters": dict(sorted(model.parameters.items())),
            }
            for model in models
        ],
    }


def _snapshot(snapshot: Snapshot) -> dict[str, Json]:
    return {
        "set": snapshot.digests.as_set,
        "sent": snapshot.digests.as_sent,
        "tools": len(snapshot.tools),
        "completeness": snapshot.coverage.completeness.value,
    }


def _hash(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
