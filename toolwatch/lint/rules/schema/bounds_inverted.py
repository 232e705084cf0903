"""A lower bound lies above the upper one."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import is_number, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

LOW = {
    "minimum": ("maximum", "exclusiveMaximum"),
    "exclusiveMinimum": ("maximum", "exclusiveMaximum"),
    "minLength": ("maxLength",),
    "minItems": ("maxItems",),
    "minProperties": ("maxProperties",),
    "minContains": ("maxContains",),
}


class BoundsInverted(NodeRule):
    """A lower bound lies above the upper one.

    Nothing satisfies both, so every call with this parameter is refused, whatever the model tries. The two were
    swapped, or one was edited alone. Put the smaller number into the minimum.

    Source: JSON Schema 2020-12 validation, sections 6.2 to 6.5.
    """

    code = "TW122"
    severity = Severity.ERROR
    keywords = frozenset(LOW)
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"minimum": 100, "maximum": 1}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {
                "limit": {"type": "integer", "description": "How many at most.", "minimum": 1, "maximum": 100}
            },
        },
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"minimum": 5, "maximum": 5}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        for low, highs in LOW.items():
            for high in highs:
                bottom, top = node.schema.get(low), node.schema.get(high)
                if not (is_number(bottom) and is_number(top)):
                    continue
                touching = bottom == top and "exclusive" in (low + high).lower()
                if bottom > top or touching:
                    yield Spot(
                        f"{node.path}/{low}",
                        f"{low} {bottom} and {high} {top} of {label(node)} leave no value",
                    )
