"""Tells where in the definition files the findings and changes of a report stand."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from toolwatch.lint.positions import Source, located
from toolwatch.model.change import Change
from toolwatch.model.finding import Finding
from toolwatch.model.report import Report
from toolwatch.model.snapshot import Snapshot


def placed(report: Report, root: Path) -> Report:
    """The report with positions in every list that was read from a file below ``root``, named from there."""
    lists = {compared.after.server: compared.after for compared in report.servers}
    sources = {server: source for server, snapshot in lists.items() if (source := _source(snapshot, root))}
    return replace(
        report,
        findings=tuple(_finding(finding, lists, sources) for finding in report.findings),
        changes=tuple(_change(change, lists, sources) for change in report.changes),
    )


def _source(snapshot: Snapshot, root: Path) -> Source | None:
    file = snapshot.listing.file
    if file is None:
        return None
    try:
        return Source(file.resolve().relative_to(root.resolve()).as_posix(), file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _finding(finding: Finding, lists: dict[str, Snapshot], sources: dict[str, Source]) -> Finding:
    if finding.server not in sources or finding.position is not None:
        return finding
    [found] = located([finding], sources[finding.server], lists[finding.server].tools)
    return found


def _change(change: Change, lists: dict[str, Snapshot], sources: dict[str, Source]) -> Change:
    if change.server not in sources:
        return change
    index = next(_indexes(change, lists[change.server]), -1)
    inside = index >= 0 or not change.tool
    path = change.path if inside else ""
    return replace(change, position=sources[change.server].find(change.tool if inside else "", path, index=index))


def _indexes(change: Change, snapshot: Snapshot) -> Iterator[int]:
    """Where the tool stands in the list now; of one that is gone, nowhere."""
    return (number for number, tool in enumerate(snapshot.tools) if change.tool and tool.name == change.tool)
