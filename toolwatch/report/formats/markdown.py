"""The comment on a pull request."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from toolwatch.model.report import Report
from toolwatch.report import facts, templating
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.detail import Detail, steps
from toolwatch.report.escape import unlogged
from toolwatch.report.graph import draw
from toolwatch.report.moves import moved
from toolwatch.report.phrase import Said, count
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
            about = {"detail": detail, "cut": _cut(report, detail), "left_out": _left_out(known, detail)}
            written = template.render(known, **about)
            text = unlogged(re.sub(r"\n{3,}", "\n\n", written).strip("\n") + "\n")
            if not style.limit or len(text) <= style.limit:
                return text
        return _first_lines(text, style)


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
        "weights": len(list(facts.weights(report))),
        "trust": len(list(facts.trust(report))),
    }
    return {name: max(0, size - getattr(detail, name)) for name, size in sizes.items()}


def _left_out(known: Mapping[str, Any], detail: Detail) -> tuple[str, ...]:
    """What is dropped to fit and has no place of its own any more that could say so."""
    changes, findings, users = known["changes"], known["findings"], known["users"]
    worded = sum(bool(change.words) for change in changes) - detail.wording
    approvals = len(facts.approvals(known["report"])) - detail.approvals
    of_diff = (
        (changes and not detail.changes, count(len(changes), "change")),
        (worded > 0, f"the wording of {count(worded, 'change')}"),
        (users and not detail.users, count(len(users), "use of a name that is gone", "uses of names that are gone")),
        (known["weights"] and not detail.weights, "the prompt's size"),
    )
    of_lint = ((findings and not detail.findings, count(len(findings), "finding")),)
    of_check = (
        (known["graph"].nodes and not detail.graph, "the graph"),
        (not detail.provenance, "what was compared"),
        (approvals > 0, count(approvals, "command that approves", "commands that approve")),
    )
    told = {Part.DIFF: of_diff, Part.LINT: of_lint, Part.CHECK: (*of_diff, *of_lint, *of_check)}
    return tuple(text for gone, text in told[Part(known["part"])] if gone)


def _first_lines(text: str, style: Style) -> str:
    """The last resort: of what is left, the lines before the first fold that fit, and that there was more."""
    end = f"The rest does not fit here{f'; [the whole report]({style.link}) has it' if style.link else ''}.\n"
    first, *lines = text.partition("<details>")[0].split("\n")
    room = style.limit - len(first) - len(end) - 2
    kept = [first]
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return "\n".join(kept).strip("\n") + "\n\n" + end
