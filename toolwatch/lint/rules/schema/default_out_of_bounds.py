"""The default lies outside the parameter's own bounds."""

import json
from collections.abc import Callable, Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import is_number, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool

BROKEN: dict[str, Callable[[Json, int | float], bool]] = {
    "minimum": lambda value, bound: is_number(value) and value < bound,
    "maximum": lambda value, bound: is_number(value) and value > bound,
    "exclusiveMinimum": lambda value, bound: is_number(value) and value <= bound,
    "exclusiveMaximum": lambda value, bound: is_number(value) and value >= bound,
    "minLength": lambda value, bound: isinstance(value, str) and len(value) < bound,
    "maxLength": lambda value, bound: isinstance(value, str) and len(value) > bound,
    "minItems": lambda value, bound: isinstance(value, list) and len(value) < bound,
    "maxItems": lambda value, bound: isinstance(value, list) and len(value) > bound,
}
"""By keyword: whether a value of its type breaks the bound."""


class DefaultOutOfBounds(NodeRule):
    """The default lies outside the parameter's own bounds.

    The value that the schema offers is one that it refuses: a model that keeps to the default fails. Move the
    bound or the default.

    Source: agent-friend checks it too.
    """

    code = "TW121"
    severity = Severity.WARNING
    keywords = frozenset(("default",))
    bad = Tool.of(
        "list", "List.", {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 50, "default": 100}}}
    )
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {
                "limit": {"type": "integer", "description": "How many at most.", "maximum": 50, "default": 50}
            },
        },
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"q": {"minLength": 1, "default": "*"}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        schema, default = node.schema, node.schema["default"]
        for keyword, broken in BROKEN.items():
            bound = schema.get(keyword)
            if is_number(bound) and broken(default, bound):
                found = quote(json.dumps(default), 40)
                yield Spot(
                    f"{node.path}/default", f"the default of {label(node)}, {found}, breaks its {keyword} {bound}"
                )
