"""The comment on a pull request."""

from typing import ClassVar

from toolwatch.model.report import Report
from toolwatch.report import facts, templating
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.escape import unlogged
from toolwatch.report.moves import moved
from toolwatch.report.phrase import Said
from toolwatch.report.story import tell


class MarkdownFormat(Format):
    """GitHub-flavoured Markdown: a comment, a job summary, a file."""

    name, suffix = "markdown", ".md"
    parts: ClassVar[frozenset[Part]] = frozenset(Part)

    def render(self, report: Report, style: Style) -> str:
        """The verdict first, then what moved; detail is folded."""
        template = templating.markdown().get_template("comment.md.j2")
        text = template.render(
            report=report,
            story=tell(report),
            rows=moved(report.outcomes),
            changes=facts.loud(report.changes),
            findings=facts.serious(report.findings),
            said=Said,
            **{name: getattr(facts, name) for name in _FACTS},
        )
        return unlogged(text)


_FACTS = ("chosen", "right", "note", "place", "change_note", "spelt", "rerun", "untouched", "provenance")
