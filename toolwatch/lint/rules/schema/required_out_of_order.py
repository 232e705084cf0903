"""`required` lists the names in another order than `properties`."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class RequiredOutOfOrder(NodeRule):
    """`required` lists the names in another order than `properties`.

    It means the same, and every tool that regenerates the schema shuffles it, so diffs show changes that are
    none. Models fill in arguments in the order they read. Keep one order; `toolwatch lint --fix --select TW1028`
    sorts the list.

    Source: drift of real servers between versions (order of required, nothing else).
    """

    code = "TW1028"
    severity = Severity.INFO
    recommended = False
    keywords = frozenset(("required",))
    bad = Tool.of(
        "stock",
        "Count.",
        {
            "type": "object",
            "properties": {"sku": {"type": "string"}, "shop": {"type": "string"}},
            "required": ["shop", "sku"],
        },
    )
    good = Tool.of(
        "stock_levels",
        "Count one article in one shop.",
        {
            "type": "object",
            "properties": {
                "sku": {"type": "string", "description": "Article number, such as 4711-B."},
                "shop": {"type": "string", "description": "Name of the shop's town."},
            },
            "required": ["sku", "shop"],
        },
    )
    near_miss = Tool.of(
        "stock",
        "Count.",
        {"type": "object", "properties": {"sku": {"type": "string"}, "shop": {"type": "string"}}, "required": ["shop"]},
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        required = schema["required"]
        return isinstance(required, list) and len(required) > 1

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        names, known = node.schema["required"], node.schema.get("properties")
        if not isinstance(known, dict) or not isinstance(names, list) or len(names) < 2:
            return
        rank = {name: number for number, name in enumerate(known)}
        places = [rank.get(name, -1) if isinstance(name, str) else -1 for name in names]
        if -1 not in places and places != sorted(places):
            yield Spot(f"{node.path}/required", f"required of {label(node)} has another order than its properties")
