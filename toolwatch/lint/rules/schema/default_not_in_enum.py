"""The default is not among the allowed values."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label, same
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Json, Tool


class DefaultNotInEnum(NodeRule):
    """The default is not among the allowed values.

    A model that repeats the default it was shown is refused, and a client that fills it in breaks the call. One
    of the two was edited without the other. Make the default one of the values.

    Source: agent-friend checks it too.
    """

    code = "TW119"
    severity = Severity.WARNING
    keywords = frozenset(("default",))
    bad = Tool.of(
        "list", "List.", {"type": "object", "properties": {"by": {"enum": ["name", "date"], "default": "price"}}}
    )
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {
                "by": {"type": "string", "description": "What to sort by.", "enum": ["name", "date"], "default": "date"}
            },
        },
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"by": {"enum": ["name"], "default": None}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        default, allowed = node.schema["default"], node.schema.get("enum")
        if default is None:
            return
        if isinstance(allowed, list) and allowed and not any(same(default, value) for value in allowed):
            found = quote(json.dumps(default), 40)
            yield Spot(f"{node.path}/default", f"the default of {label(node)}, {found}, is not among its enum values")
        elif "const" in node.schema and not same(default, node.schema["const"]):
            yield Spot(f"{node.path}/default", f"the default of {label(node)} differs from its const")
        elif isinstance(default, list):
            yield from _of_items(node, default)


def _of_items(node: Node, default: list[Json]) -> Iterator[Spot]:
    """The first value of a default list that its items do not allow."""
    items = node.schema.get("items")
    allowed = items.get("enum") if isinstance(items, dict) else None
    if not isinstance(allowed, list) or not allowed:
        return
    for number, value in enumerate(default):
        if not any(same(value, one) for one in allowed):
            found = quote(value if isinstance(value, str) else json.dumps(value), 40)
            message = f"the default of {label(node)} holds {found}, which is not among the enum values of its items"
            yield Spot(f"{node.path}/default/{number}", message)
            return
