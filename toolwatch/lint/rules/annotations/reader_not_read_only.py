"""A tool that reads, by its name, says that it does not."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.effects import CHANGE, CREATE, DESTROY, READ, verb
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import words


class ReaderNotReadOnly(ToolRule):
    """A tool that reads, by its name, says that it does not.

    `readOnlyHint: false` on `get_page` makes careful clients ask before every look, and users learn to say yes. If
    reading leaves a mark (a view counted, a message marked as seen), say so in the text; otherwise set it to true.

    Source: MCP schema, ToolAnnotations.
    """

    code = "TW245"
    severity = Severity.INFO
    fields = frozenset({"readOnlyHint"})
    bad = Tool.of("get_page", "Return one page.", annotations={"readOnlyHint": False})
    good = Tool.of("get_page", "Return one page as Markdown.", annotations={"readOnlyHint": True})
    near_miss = Tool.of("get_page", "Return one page.", annotations={})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        denied = tool.annotations.get("readOnlyHint") is False
        if denied and verb(tool) in READ and not (DESTROY | CREATE | CHANGE) & set(words(tool.name)):
            yield Spot(
                "/annotations/readOnlyHint", f"is false, but the name says {quote(verb(tool))}; say what it changes"
            )
