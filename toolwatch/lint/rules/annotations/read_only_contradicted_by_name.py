"""A tool that calls itself read-only is named after a change."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.effects import CHANGE, CREATE, DESTROY, READ, verb
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import words

_CHANGES = (DESTROY | CREATE | CHANGE) - {"register", "apply", "save", "merge", "close", "post"}
_HARMLESS = READ | {
    "validate",
    "plan",
    "simulate",
    "test",
    "dry",
    "estimate",
    "diff",
    "history",
    "info",
    "status",
    "fields",
}


class ReadOnlyContradictedByName(ToolRule):
    """A tool that calls itself read-only is named after a change.

    Clients run read-only tools without asking. `delete_page` with `readOnlyHint: true` is either a wrong hint, which
    lets a change through unasked, or a wrong name. Mend whichever lies.

    Source: MCP schema, ToolAnnotations; peers' rules (mcp-toolguard, mcplint-cli).
    """

    code = "TW240"
    severity = Severity.ERROR
    fields = frozenset({"readOnlyHint"})
    bad = Tool.of("delete_page", "Delete one page and return its number.", annotations={"readOnlyHint": True})
    good = Tool.of(
        "delete_page",
        "Delete one page for good and return its number.",
        annotations={"readOnlyHint": False, "destructiveHint": True},
    )
    near_miss = Tool.of("get_deleted_pages", "List the pages in the trash.", annotations={"readOnlyHint": True})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        parts = words(tool.name)
        act = verb(tool)
        if tool.annotations.get("readOnlyHint") is True and act in _CHANGES and _HARMLESS.isdisjoint(parts):
            yield Spot("/annotations/readOnlyHint", f"is true, but the name says {quote(act)}; mend hint or name")
