"""A report becomes the JSON contract."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from toolwatch.model.listing import Completeness
from toolwatch.model.outcome import Outcome
from toolwatch.model.report import Compared, Report
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import NO_TOOL
from toolwatch.model.tool import Json
from toolwatch.model.trial import Edition, Trial
from toolwatch.model.verdict import Decision, Verdict
from toolwatch.report.base import Part
from toolwatch.report.documents import BY_PART, SCHEMA_VERSION
from toolwatch.report.moves import mates_not_asked
from toolwatch.report.plain import plain


def document(report: Report, *, part: Part | str = Part.CHECK) -> dict[str, Any]:
    """The report as JSON data, by the published schema of that part."""
    model = BY_PART[Part(part)]
    fields: dict[str, Any] = {name: _FIELDS[name](report) for name in model.model_fields if name in _FIELDS}
    whole = model.model_validate(fields).model_dump(mode="json", exclude_defaults=True)
    return {"schema_version": SCHEMA_VERSION, **whole}


def _verdict(verdict: Verdict) -> dict[str, Any]:
    status = {Decision.PASS: "pass", Decision.UNKNOWN: "unknown"}.get(verdict.decision, "fail")
    return {**plain(verdict), "status": status}


def _case(outcome: Outcome) -> dict[str, Any]:
    return {
        **plain(replace(outcome, trials=())),
        "id": plain(outcome.case),
        "before": plain(outcome.before.top) or None,
        "after": plain(outcome.after.top) or None,
        "tally_before": plain(outcome.before),
        "tally_after": plain(outcome.after),
        "trials": [_trial(trial) for trial in outcome.trials],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    choice = trial.choice
    if choice is None:
        return {**plain(trial), "tool": None}
    said = {"arguments": _in_order(choice.arguments), "probabilities": _in_order(choice.probabilities)}
    about = {**plain(choice), **plain(said), **plain(trial)}
    return about | {"tool": NO_TOOL if choice.tool is None else plain(choice.tool)}


def _in_order(value: Json) -> Json:
    """Objects with their keys sorted: an answer from the store and the same one just given are the same bytes."""
    if isinstance(value, Mapping):
        return {key: _in_order(value[key]) for key in sorted(value)}
    return [_in_order(item) for item in value] if isinstance(value, list | tuple) else value


def _server(compared: Compared) -> dict[str, Any]:
    before = compared.before and _edition(compared.before, compared.before_target)
    return {
        "server": plain(compared.after.server),
        "before": before,
        "after": _edition(compared.after, compared.after_target),
    }


def _edition(snapshot: Snapshot, target: str) -> dict[str, Any]:
    listing, digests = snapshot.listing, snapshot.tool_digests
    tools = [
        {"name": tool.name, "digest": digests[tool.name].whole if tool.name in digests else ""}
        for tool in listing.tools
    ]
    about = {
        "target": target or listing.target,
        "as_set": snapshot.digests.as_set,
        "as_sent": snapshot.digests.as_sent,
        "coverage": {**plain(listing.coverage), "completeness": listing.coverage.completeness.value},
        "tools": tools,
        "name": _text(listing.server_info.get("name")),
        "version": _text(listing.server_info.get("version")),
        "protocol_version": listing.protocol_version,
        "kind": listing.kind,
        "variant": snapshot.variant,
    }
    sound: dict[str, Any] = plain(about)
    return sound


def _unseen(report: Report) -> Iterator[dict[str, Any]]:
    for compared in report.servers:
        for edition, snapshot in ((Edition.BEFORE, compared.before), (Edition.AFTER, compared.after)):
            if snapshot is not None and snapshot.coverage.completeness is not Completeness.COMPLETE:
                coverage = snapshot.coverage
                about = {"completeness": coverage.completeness, "reasons": coverage.trouble, "edition": edition}
                yield plain({"server": compared.after.server, **about})


def _suites(report: Report) -> Any:
    mates = mates_not_asked(report)
    return plain(tuple(replace(suite, cases=mates.get(suite.name, ())) for suite in report.suites))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _neighbours(neighbours: Neighbours) -> dict[str, Any]:
    return {tool: [[near.tool, near.score] for near in nearest] for tool, nearest in neighbours.of.items()}


_FIELDS: Mapping[str, Callable[[Report], Any]] = {
    "verdict": lambda report: _verdict(report.verdict),
    "cases": lambda report: [_case(outcome) for outcome in report.outcomes],
    "changes": lambda report: plain(report.changes),
    "quiet": lambda report: plain(sorted(report.quiet)),
    "findings": lambda report: plain(report.findings),
    "unseen": lambda report: list(_unseen(report)),
    "provenance": lambda report: plain(report.provenance),
    "standing": lambda report: report.standing,
    "servers": lambda report: [_server(compared) for compared in report.servers],
    "selection": lambda report: plain(report.selection),
    "models": lambda report: plain(report.models),
    "noise": lambda report: plain(report.noise),
    "spent": lambda report: plain(report.spent),
    "suites": lambda report: _suites(report),
    "releases": lambda report: [plain(line.model_dump(mode="json")) for line in report.releases],
    "tokens": lambda report: plain(dict(report.tokens)),
    "consumers": lambda report: plain(report.consumers),
    "neighbours": lambda report: plain({server: _neighbours(near) for server, near in report.neighbours.items()}),
}
