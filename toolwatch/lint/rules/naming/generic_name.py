"""The tool's name says nothing about what it does."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

EMPTY = frozenset(
    (
        "run",
        "do",
        "execute",
        "process",
        "handle",
        "handler",
        "get",
        "set",
        "data",
        "info",
        "information",
        "tool",
        "action",
        "perform",
        "call",
        "invoke",
        "main",
        "helper",
        "util",
        "utils",
        "misc",
        "thing",
        "stuff",
        "item",
        "object",
        "function",
        "operation",
        "task",
        "start",
        "make",
        "use",
        "manage",
        "request",
        "general",
        "generic",
        "default",
    )
)


class GenericName(ToolRule):
    """The tool's name says nothing about what it does.

    `run`, `process_data` or `get_info` fits half of what a user asks, so a model calls it for other tools' work
    and overlooks it for its own. Name the verb and the thing: `count_stock`, `refund_order`.

    Source: mcpolish and agent-friend check it too.
    """

    code = "TW162"
    severity = Severity.WARNING
    bad = Tool.of("process_data", "Count what is on the shelves.")
    good = Tool.of("stock_levels", "Count what is on the shelves.")
    near_miss = Tool.of("process_refund", "Pay one order back.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        parts = parts_of(tool.name)
        if parts and all(part in EMPTY for part in parts):
            yield Spot("/name", f"the name {quote(tool.name, 60)} could be any tool's; name the thing that it works on")
