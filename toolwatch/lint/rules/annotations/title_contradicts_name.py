"""A tool's title names another act than its name."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.effects import READ, VERBS, verb
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import stem, words

_CHANGES = frozenset(stem(word) for word in VERBS - READ)


class TitleContradictsName(ToolRule):
    """A tool's title names another act than its name.

    Dialogs show the title, models call the name. "View page" over `delete_page` gets a yes for something else than what
    happens. Say the same in both.

    Source: MCP schema, titles for people; peers' rules (mcp-gauntlet).
    """

    code = "TW251"
    severity = Severity.WARNING
    fields = frozenset({"title"})
    bad = Tool.of("delete_page", "Delete one page for good.", title="View page")
    good = Tool.of("delete_page", "Delete one page for good.", title="Delete page")
    near_miss = Tool.of("delete_page", "Delete one page for good.", title="Remove a page")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        shown, called = verb(Tool.of(tool.title)), verb(tool)
        if not shown or not called or shown == called:
            return
        milder = shown in READ and called not in READ and called not in words(tool.title)
        if (
            milder
            and not READ & set(words(tool.name))
            and _CHANGES.isdisjoint(stem(word) for word in words(tool.title))
        ):
            yield Spot(
                "/title",
                f"says {quote(tool.title, 60)}, but the tool is called {quote(tool.name, 60)}; say the same",
                tool.title,
            )
