"""The comment on a pull request."""

import re
from typing import Any, ClassVar

from toolwatch.model.report import Report
from toolwatch.report import facts, templating
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.detail import Detail, steps
from toolwatch.report.escape import unlogged
from toolwatch.report.graph import draw
from toolwatch.report.moves import moved
from toolwatch.report.phrase import Said
from toolwatch.report.story import tell

_FACTS = (
    "chosen",
    "right",
    "note",
    "place",
    "change_note",
    "spelt",
    "why",
    "rerun",
    "untouched",
    "trust",
    "provenance",
    "approvals",
)


class MarkdownFormat(Format):
    """GitHub-flavoured Markdown: a comment, a job summary, a file."""

    name, suffix = "markdown", ".md"
    parts: ClassVar[frozenset[Part]] = frozenset(Part)

    def render(self, report: Report, style: Style) -> str:
        """The verdict first, then what moved; long parts are folded, and dropped in the stated order to fit."""
        template = templating.markdown().get_template("comment.md.j2")
        known = _known(report, style)
        text = ""
        for detail in steps():
            written = template.render(known, detail=detail, cut=_cut(report, detail))
            text = unlogged(re.sub(r"\n{3,}", "\n\n", written).strip("\n") + "\n")
            if not style.limit or len(text) <= style.limit:
                return text
        return text


def _known(report: Report, style: Style) -> dict[str, Any]:
    return {
        "report": report,
        "names": facts.names(report),
        "part": style.part.value,
        "story": tell(report),
        "rows": moved(report),
        "changes": facts.shown(report),
        "findings": facts.serious(report.findings),
        "graph": draw(report),
        "servers": len(report.servers),
        "suites": len({outcome.suite for outcome in report.outcomes}),
        "users": list(facts.users(report)),
        "weights": list(facts.weights(report)),
        "said": Said,
        "link": style.link,
        "resolved": style.resolved,
    } | {name: getattr(facts, name) for name in _FACTS}


def _cut(report: Report, detail: Detail) -> dict[str, int]:
    """How many entries of each part are not shown."""
    sizes = {
        "changes": len(facts.shown(report)),
        "findings": len(report.findings),
        "rows": len(moved(report)),
        "picked": len(report.selection.picked),
        "users": len(list(facts.users(report))),
    }
    return {name: max(0, size - getattr(detail, name)) for name, size in sizes.items()}
