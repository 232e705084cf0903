"""`required` names a property twice."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class RequiredDuplicate(NodeRule):
    """`required` names a property twice.

    The meta-schema asks for unique names, so strict validators and some providers refuse the whole schema. Remove
    the repetition; `toolwatch lint --fix` does it.

    Source: JSON Schema 2020-12 validation, section 6.5.3.
    """

    code = "TW113"
    severity = Severity.ERROR
    keywords = frozenset(("required",))
    bad = Tool.of(
        "stock", "Count.", {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku", "sku"]}
    )
    good = Tool.of(
        "stock_levels",
        "Count one article in all shops.",
        {
            "type": "object",
            "properties": {"sku": {"type": "string", "description": "Article number, such as 4711-B."}},
            "required": ["sku"],
        },
    )
    near_miss = Tool.of(
        "stock",
        "Count.",
        {"type": "object", "properties": {"sku": {}, "SKU": {}}, "required": ["sku", "SKU"]},
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        required = schema["required"]
        return isinstance(required, list) and len(required) > 1

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        required = node.schema["required"]
        if not isinstance(required, list):
            return
        seen: set[str] = set()
        for number, name in enumerate(required):
            if not isinstance(name, str):
                continue
            if name in seen:
                yield Spot(f"{node.path}/required/{number}", f"{label(node)} requires {quote(name, 40)} twice")
            seen.add(name)
