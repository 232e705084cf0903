"""GitLab's code quality report: what shows beside the lines of a merge request."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, ClassVar

from toolwatch.model.change import Compat
from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.outcome import Status
from toolwatch.model.position import Position
from toolwatch.model.report import Report
from toolwatch.model.verdict import Blame
from toolwatch.report import facts
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.escape import json_text
from toolwatch.report.phrase import words
from toolwatch.report.plain import plain
from toolwatch.report.story import blind, move, unknown

_OF_FINDING = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}
_OF_CHANGE = {Compat.BREAKING: "critical", Compat.UNCLEAR: "major", Compat.SAFE: "info", Compat.NONE: "info"}
NOWHERE = "toolwatch.toml"
"""GitLab refuses an entry without a file; what has no place is shown at the configuration."""


class GitlabFormat(Format):
    """GitLab code quality JSON, for the widget of a merge request."""

    name, suffix = "gitlab", ".json"
    parts: ClassVar[frozenset[Part]] = frozenset(Part)

    def render(self, report: Report, style: Style) -> str:
        """A JSON array of issues of each kind, worst first; what could not be seen is an issue too."""
        issues: list[dict[str, Any]] = []
        issues += _unseen(report)
        if style.part is Part.CHECK:
            issues += _unknown(report)
            issues += _moves(report)
        if style.part is not Part.LINT:
            issues += _changes(report)
        if style.part is not Part.DIFF:
            issues += _findings(report)
        return json_text(json.dumps(plain(issues), indent=2)) + "\n"


def _unseen(report: Report) -> Iterator[dict[str, Any]]:
    for phrase in blind(report):
        text = words(phrase)
        yield _issue("not_observed", text, "blocker", text, NOWHERE, 1)


def _unknown(report: Report) -> Iterator[dict[str, Any]]:
    for reason in unknown(report):
        check = "no_verdict" if reason.blame is Blame.MODELS else "not_observed"
        yield _issue(check, reason.text, "blocker", reason.text, NOWHERE, 1)


def _moves(report: Report) -> Iterator[dict[str, Any]]:
    files = {suite.name: suite.file for suite in report.suites}
    for outcome in report.outcomes:
        if outcome.status is Status.REGRESSED:
            key = f"{outcome.suite}/{outcome.case}/{outcome.model}"
            where = files.get(outcome.suite) or NOWHERE
            yield _issue("regressed", words(move(outcome)), "critical", key, where, 1)


def _changes(report: Report) -> Iterator[dict[str, Any]]:
    for change in facts.shown(report):
        where = words(facts.place(change.server, change.tool, change.path, servers=2))
        text = f"{where}: {words(facts.change_note(change))}"
        file, line = _spot(change.position)
        yield _issue(change.code, text, _OF_CHANGE[change.compat], change.fingerprint or text, file, line)


def _findings(report: Report) -> Iterator[dict[str, Any]]:
    for finding in facts.serious(report.findings):
        where = words(facts.place(finding.server, finding.tool, finding.path, servers=2))
        text = f"{where}: {finding.message}"
        file, line = _spot(finding.position)
        yield _issue(finding.code, text, _OF_FINDING[finding.severity], finding.fingerprint or text, file, line)


def _spot(place: Position | None) -> tuple[str, int]:
    return (place.file, place.line) if place else (NOWHERE, 1)


def _issue(check: str, text: str, severity: str, key: str, file: str, line: int) -> dict[str, Any]:
    name = str(plain(f"{check}\n{key}\n{file}")).encode()
    return {
        "description": one_line(text, 1000),
        "check_name": one_line(check),
        "fingerprint": hashlib.sha256(name).hexdigest(),
        "severity": severity,
        "location": {"path": file, "lines": {"begin": line}},
    }
