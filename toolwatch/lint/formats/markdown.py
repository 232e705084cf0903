"""A Markdown table, for a comment or a job summary."""

from collections.abc import Iterator

from toolwatch.lint.formats._markup import span
from toolwatch.lint.result import Linted
from toolwatch.model.finding import Finding, Severity

MESSAGE = 300


def render(linted: Linted) -> str:
    """Counts first, then what could not be seen, then the findings, worst first."""
    counts = ", ".join(f"{linted.count(severity)} {severity}" for severity in Severity)
    parts = [f"**toolwatch lint:** {counts}", *_beside(linted), *_unseen(linted)]
    if linted.findings:
        parts += ["", "| severity | rule | where | finding |", "|---|---|---|---|"]
        parts += [_row(finding) for finding in sorted(linted.findings, key=lambda one: one.severity.rank)]
    return "\n".join(parts) + "\n"


def _beside(linted: Linted) -> Iterator[str]:
    for count, words in ((linted.accepted, "suppressed"), (linted.standing, "in the baseline")):
        if count:
            yield f"({count} {words})"


def _unseen(linted: Linted) -> Iterator[str]:
    for heard in linted.heard:
        for reason in heard.trouble:
            yield f"\n**Not seen whole:** {span(heard.server)}: {span(reason, MESSAGE)}"


def _row(finding: Finding) -> str:
    where = " ".join(filter(None, (finding.server, finding.tool, finding.path)))
    place = f"{span(str(finding.position))} {span(where)}" if finding.position else span(where)
    return f"| {finding.severity} | {finding.code} {finding.name} | {place} | {span(finding.message, MESSAGE)} |"
