"""For a person at a terminal: place, severity, code, message, and the line it stands on."""

from collections.abc import Iterator

from toolwatch.lint.formats._markup import unlogged
from toolwatch.lint.result import Linted
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.inert import one_line

EXCERPT = 120


def render(linted: Linted) -> str:
    """Trouble first, then the findings by target, then the count."""
    lines = (*_trouble(linted), *_findings(linted), _sum(linted))
    return "".join(f"{unlogged(line)}\n" for line in lines)


def _trouble(linted: Linted) -> Iterator[str]:
    for heard in linted.heard:
        for reason in heard.trouble:
            how = "could not be observed" if heard.coverage.failure else "was seen only in part"
            yield one_line(f"{heard.server}: {how}: {reason}")


def _findings(linted: Linted) -> Iterator[str]:
    for finding in linted.findings:
        yield f"{place(finding)}: {finding.severity} {finding.code} {finding.name}: {one_line(finding.message)}"
        position = finding.position
        line = linted.excerpt(position) if position else ""
        if position and line:
            yield f"    {position.line} | {one_line(line, EXCERPT)}"


def place(finding: Finding) -> str:
    """Where a finding stands: file, line and column where they are known, then tool and JSON path."""
    inside = f"{finding.tool}{finding.path}" if finding.tool else finding.path or "/"
    start = str(finding.position) if finding.position else finding.server or "settings"
    return one_line(f"{start}: {inside}").lstrip(" :")


def _sum(linted: Linted) -> str:
    tools = sum(heard.tools for heard in linted.heard)
    counts = ", ".join(_plural(linted.count(severity), severity) for severity in Severity)
    parts = [f"{_plural(tools, 'tool')} on {_plural(len(linted.heard), 'server')}: {counts}"]
    if linted.accepted:
        parts.append(f"{linted.accepted} suppressed")
    if linted.standing:
        parts.append(f"{linted.standing} in the baseline")
    blind = sum(heard.blind for heard in linted.heard)
    if blind:
        parts.append(f"{blind} of {_plural(len(linted.heard), 'target')} not seen whole")
    return "; ".join(parts)


def _plural(count: int, word: str) -> str:
    if word == Severity.INFO:
        return f"{count} info"
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
