"""What a job prints for the runner to obey: annotations; and the files it hands over: outputs, the summary."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolwatch.model.change import Change, Compat
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.inert import one_line, visible
from toolwatch.model.position import Position

MOST_OF_A_KIND = 10
"""Annotations of one level that the runner keeps per step (the rest is dropped without a word)."""
SUMMARY_BYTES = 1024 * 1024
"""Above this the runner drops the whole summary of a step."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A remark on a line of a file; ``level`` is ``error``, ``warning`` or ``notice``."""

    level: str
    title: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """The workflow command, with nothing in it that could start another."""
        places = {"file": self.file, "line": self.line, "col": self.column, "title": self.title}
        properties = ",".join(f"{key}={_property(str(value))}" for key, value in places.items() if value)
        return f"::{self.level} {properties}::{_data(self.message)}"


def annotations(findings: Iterable[Finding], changes: Iterable[Change]) -> list[Annotation]:
    """The worst findings and breaking changes, as many as the runner keeps; how many more there are is the last."""
    levels = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
    everything = [
        _placed("error", f"toolwatch {change.code}", f"{change.tool} {change.path}: {change.message}", change.position)
        for change in changes
        if change.compat is Compat.BREAKING
    ] + [_of_finding(finding, levels[finding.severity]) for finding in findings]
    kept: list[Annotation] = []
    for level in ("error", "warning", "notice"):
        kept += _some([one for one in everything if one.level == level], level)
    return kept


def _some(found: list[Annotation], level: str) -> list[Annotation]:
    if len(found) <= MOST_OF_A_KIND:
        return found
    rest = len(found) - MOST_OF_A_KIND + 1
    more = f"{rest} more of this kind; the job's summary and the report have them all"
    return [*found[: MOST_OF_A_KIND - 1], Annotation(level, "toolwatch", more)]


def _of_finding(finding: Finding, level: str) -> Annotation:
    message = f"{finding.tool or finding.server} {finding.path}: {finding.message}"
    return _placed(level, f"toolwatch {finding.code} {finding.name}", message, finding.position)


def _placed(level: str, title: str, message: str, place: Position | None) -> Annotation:
    if place is None:
        return Annotation(level, title, message)
    return Annotation(level, title, message, place.file, place.line, place.column)


def outputs(path: Path, values: Mapping[str, str]) -> None:
    """Append ``values``, one line each, to the file at GITHUB_OUTPUT."""
    lines = [f"{key}={one_line(value)}\n" for key, value in values.items()]
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write("".join(lines))


def summary(path: Path, markdown: str, *, short: str) -> None:
    """Append ``markdown`` to the job summary, or ``short`` where the runner would drop the whole for its size."""
    with path.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(markdown if len(markdown.encode("utf-8", "backslashreplace")) < SUMMARY_BYTES else short)


def _data(text: str) -> str:
    line = visible(text.replace("\r\n", "\n").replace("\n", "⏎"))
    return line.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace("##[", "##\\u{5b}")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
