"""A tool has no description."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class MissingDescription(ToolRule):
    """A tool has no description.

    A model then chooses it by its name alone, and a client that asks its user for leave has nothing to show. Bedrock
    refuses an empty description. Say what the tool does, to what, and what it returns.

    Source: MCP schema, `Tool.description`; Bedrock Converse API reference.
    """

    code = "TW130"
    severity = Severity.ERROR
    bad = Tool.of("refund_order")
    good = Tool.of("refund_order", "Refund one order in full and return the refund's id.")
    near_miss = Tool.of("refund_order", "Refund.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if not tool.description.strip():
            yield Spot("/description", "has no description; say what it does, to what, and what it returns")
