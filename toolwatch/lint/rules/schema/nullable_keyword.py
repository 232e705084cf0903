"""`nullable` is OpenAPI, not JSON Schema."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label, types
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class NullableKeyword(NodeRule):
    """`nullable` is OpenAPI, not JSON Schema.

    A JSON Schema validator ignores it, so null is refused where the author meant to allow it; models that read
    `"nullable": true` send null all the same. Write `"type": ["string", "null"]`.

    Source: OpenAPI 3.1 release notes (nullable was removed).
    """

    code = "TW1018"
    severity = Severity.WARNING
    keywords = frozenset(("nullable",))
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"by": {"type": "string", "nullable": True}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {"type": "object", "properties": {"by": {"type": ["string", "null"], "description": "What to sort by."}}},
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"nullable": {"type": "boolean"}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        if node.schema["nullable"] is True and "null" not in types(node.schema):
            yield Spot(f"{node.path}/nullable", f'nullable of {label(node)} has no effect; add "null" to its type')
