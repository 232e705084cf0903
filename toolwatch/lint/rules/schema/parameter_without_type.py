"""A parameter says nothing about what kind of value it takes."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.schema import APPLIES, SHAPES, label
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ParameterWithoutType(ToolRule):
    """A parameter says nothing about what kind of value it takes.

    There is no `type`, no `enum`, no `anyOf` and no `$ref`, so any JSON value is valid. Models guess from the
    name, send text for numbers and numbers for text, and Gemini refuses such a declaration. Give it a type.

    Source: Gemini API schema reference; agent-friend and mcpxray check it too.
    """

    code = "TW125"
    severity = Severity.WARNING
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"description": "How many."}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {"type": "object", "properties": {"limit": {"type": "integer", "description": "How many orders at most."}}},
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"by": {"enum": ["name", "date"]}}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.nodes:
            untyped = node.name and node.side == "input" and node.schema.keys().isdisjoint(SHAPES)
            if untyped and node.schema.keys().isdisjoint(APPLIES.keys() - {"format"}):
                yield Spot(node.path, f"{label(node)} has no type, so a model may send anything")
