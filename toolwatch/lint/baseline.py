"""A file of the findings that stood when somebody began to lint, so that only new ones count."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from toolwatch.errors import UsageError
from toolwatch.model.finding import Finding

SCHEMA_VERSION = 1


def read(path: Path) -> frozenset[str]:
    """The fingerprints in a baseline file.

    Raises:
        UsageError: the file is missing or no baseline; the text names it.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        entries = data["findings"]
        return frozenset(_fingerprint(entry) for entry in entries)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; `toolwatch lint --update-baseline` writes a baseline") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"{path}: is no lint baseline; `toolwatch lint --update-baseline` writes one") from None


def dumps(findings: Iterable[Finding]) -> str:
    """A baseline of ``findings``: the fingerprints decide, the rest is for people."""
    entries = [
        {
            "fingerprint": finding.fingerprint,
            "code": finding.code,
            "server": finding.server,
            "tool": finding.tool,
            "path": finding.path,
        }
        for finding in findings
    ]
    unique = {entry["fingerprint"]: entry for entry in entries}
    ordered = sorted(unique.values(), key=lambda entry: (entry["server"], entry["tool"], entry["code"], entry["path"]))
    return json.dumps({"schema_version": SCHEMA_VERSION, "findings": ordered}, indent=2) + "\n"


def _fingerprint(entry: Any) -> str:
    found = entry["fingerprint"]
    if not isinstance(found, str):
        raise TypeError
    return found
