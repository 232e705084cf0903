"""Both bounds are the same, so only one value is left."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import is_number, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class BoundsEqual(NodeRule):
    """Both bounds are the same, so only one value is left.

    The model is asked to fill in what can only be one number: a choice that is none, or a bound that was meant to
    differ. Write `const`, or correct the bound. (Lists and texts of a fixed length are common and not meant.)

    Source: mcp-tool-card-linter checks it too.
    """

    code = "TW1023"
    severity = Severity.INFO
    keywords = frozenset(("minimum",))
    bad = Tool.of(
        "list", "List.", {"type": "object", "properties": {"page": {"type": "integer", "minimum": 1, "maximum": 1}}}
    )
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {"page": {"type": "integer", "description": "Page, from 1.", "minimum": 1, "maximum": 99}},
        },
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"pair": {"minItems": 2, "maxItems": 2}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        low, high = node.schema["minimum"], node.schema.get("maximum")
        if is_number(low) and is_number(high) and low == high:
            yield Spot(f"{node.path}/maximum", f"minimum and maximum of {label(node)} are both {low}; write const")
