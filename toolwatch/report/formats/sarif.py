"""SARIF 2.1.0: findings, changes and moved requests for code scanning."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from toolwatch.model.change import Compat
from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line, unlinked
from toolwatch.model.outcome import Status
from toolwatch.model.position import Position
from toolwatch.model.report import Report
from toolwatch.report import facts
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.escape import json_text
from toolwatch.report.phrase import words
from toolwatch.report.plain import plain
from toolwatch.report.story import blind, move, unknown

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST = 5000
"""Results that GitHub keeps; the worst come first."""

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
    Compat.BREAKING: "error",
    Compat.UNCLEAR: "warning",
    Compat.SAFE: "note",
    Compat.NONE: "none",
}


@dataclass(frozen=True, slots=True)
class _Result:
    rule: str
    name: str
    level: str
    text: str
    key: str
    logical: str
    place: Position | None = None


class SarifFormat(Format):
    """SARIF 2.1.0, for GitHub code scanning and other viewers."""

    name, suffix = "sarif", ".json"
    parts: ClassVar[frozenset[Part]] = frozenset(Part)

    def render(self, report: Report, style: Style) -> str:
        """One run, failed where something could not be seen; what has no place is shown at the configuration."""
        results = list(_results(report, style.part))
        order = ["error", "warning", "note", "none"]
        kept = sorted(results, key=lambda result: order.index(result.level))[:MOST]
        run = {
            "tool": {"driver": _driver(report, kept)},
            "columnKind": "unicodeCodePoints",
            "invocations": [_invocation(report, style.part, len(results) - len(kept))],
            "results": [_result(result) for result in kept],
        }
        document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
        return json_text(json.dumps(plain(document), indent=2)) + "\n"


def _invocation(report: Report, part: Part, cut: int) -> dict[str, Any]:
    untold = unknown(report) if part is Part.CHECK else ()
    unseen = [*map(words, blind(report)), *(reason.text for reason in untold)]
    notes = [_note("error", text) for text in unseen]
    if cut:
        notes.append(_note("warning", f"{cut} more results, the mildest, are left out: a run takes {MOST}"))
    whole: dict[str, Any] = {"executionSuccessful": not unseen}
    return whole | ({"toolExecutionNotifications": notes} if notes else {})


def _note(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": {"text": _message(text)}}


def _message(text: str) -> str:
    return unlinked(one_line(text, 1000))


def _driver(report: Report, results: list[_Result]) -> dict[str, Any]:
    names = {result.rule: result.name for result in results}
    version = report.provenance.get("toolwatch")
    driver: dict[str, Any] = {"name": "toolwatch"}
    if isinstance(version, str):
        driver["version"] = one_line(version)
    driver["rules"] = [
        {
            "id": one_line(rule),
            "name": one_line(name),
            "shortDescription": {"text": unlinked(one_line(name).replace("_", " "))},
        }
        for rule, name in sorted(names.items())
    ]
    return driver


def _results(report: Report, part: Part) -> Iterator[_Result]:
    if part is Part.CHECK:
        for outcome in report.outcomes:
            if outcome.status is Status.REGRESSED:
                key = f"{outcome.suite}/{outcome.case}/{outcome.model}"
                yield _Result("regressed", "request_regressed", "error", words(move(outcome)), key, outcome.suite)
    if part is not Part.LINT:
        for change in facts.shown(report):
            text, logical = words(facts.change_note(change)), f"{change.server}/{change.tool}{change.path}"
            level, key = _LEVELS[change.compat], change.fingerprint
            yield _Result(change.code, change.name, level, text, key, logical, change.position)
    if part is not Part.DIFF:
        for finding in facts.serious(report.findings):
            logical = f"{finding.server}/{finding.tool}{finding.path}"
            level = _LEVELS[finding.severity]
            key = finding.fingerprint or logical
            yield _Result(finding.code, finding.name, level, finding.message, key, logical, finding.position)


def _result(result: _Result) -> dict[str, Any]:
    place = result.place or Position("toolwatch.toml", 1)
    return {
        "ruleId": one_line(result.rule),
        "level": result.level,
        "message": {"text": _message(result.text)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(place.file)},
                    "region": {"startLine": max(1, place.line), "startColumn": max(1, place.column)},
                },
                "logicalLocations": [{"fullyQualifiedName": one_line(result.logical, 500)}],
            }
        ],
        "partialFingerprints": {"toolwatch/v1": one_line(f"{result.rule}:{result.key}", 200)},
    }


def _uri(file: str) -> str:
    """A relative reference: what could be read as a scheme or leave the path is percent-encoded."""
    from urllib.parse import quote

    return quote(str(plain(file)).replace("\\", "/"), safe="/._-~+@")
