"""Annotations: workflow commands that the GitHub runner turns into marks on the changed files."""

from collections.abc import Iterator

from toolwatch.lint.formats.text import place
from toolwatch.lint.result import Linted
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.inert import one_line

MOST = 10
"""Annotations of a type that GitHub shows for one step; the last is used to say how many more there are."""
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(linted: Linted) -> str:
    """One command a finding, worst first; what could not be seen is an error."""
    unseen = [
        f"::error title=toolwatch::{_data(f'{heard.server}: not seen whole: {reason}')}"
        for heard in linted.heard
        for reason in heard.trouble
    ]
    lines = [*unseen]
    for severity in Severity:
        found = [finding for finding in linted.findings if finding.severity is severity]
        lines += _some(found, _COMMANDS[severity], MOST - (len(unseen) if severity is Severity.ERROR else 0))
    return "".join(f"{line}\n" for line in lines)


def _some(findings: list[Finding], command: str, most: int) -> Iterator[str]:
    shown = findings if len(findings) <= most else findings[: max(most - 1, 0)]
    yield from (_annotation(finding, command) for finding in shown)
    if len(shown) < len(findings):
        rest = len(findings) - len(shown)
        yield f"::{command} title=toolwatch::{rest} more of this kind; run toolwatch lint to see them"


def _annotation(finding: Finding, command: str) -> str:
    where = finding.position
    at = f"file={_property(where.file)},line={where.line},col={where.column}," if where else ""
    title = _property(f"{finding.code} {finding.name}")
    text = finding.message if where and not finding.tool else f"{place(finding)}: {finding.message}"
    return f"::{command} {at}title={title}::{_data(text)}"


def _data(text: str) -> str:
    return one_line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace("##[", "##%5B")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
