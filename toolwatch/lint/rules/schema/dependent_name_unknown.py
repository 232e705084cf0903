"""`dependentRequired` names a property that is not there."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.pointer import join
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class DependentNameUnknown(NodeRule):
    """`dependentRequired` names a property that is not there.

    The condition can never be met or never be satisfied, and a model is told to send an argument that nobody
    describes. Mostly a rename that missed it. Use the names of `properties`.

    Source: JSON Schema 2020-12 validation, section 6.5.4.
    """

    code = "TW1021"
    severity = Severity.WARNING
    keywords = frozenset(("dependentRequired",))
    bad = Tool.of(
        "pay",
        "Pay.",
        {"type": "object", "properties": {"card": {"type": "string"}}, "dependentRequired": {"card": ["cvc"]}},
    )
    good = Tool.of(
        "pay_order",
        "Charge one order to a card; the cvc is sent together with the card.",
        {
            "type": "object",
            "properties": {
                "card": {"type": "string", "description": "Card number."},
                "cvc": {"type": "string", "description": "The three digits on the back."},
            },
            "dependentRequired": {"card": ["cvc"]},
        },
    )
    near_miss = Tool.of("pay", "Pay.", {"type": "object", "allOf": [{}], "dependentRequired": {"card": ["cvc"]}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        known, needed = node.schema.get("properties"), node.schema["dependentRequired"]
        if not isinstance(known, dict) or not isinstance(needed, dict):
            return
        for name, others in needed.items():
            for other in (name, *(others if isinstance(others, list) else ())):
                if isinstance(other, str) and other not in known:
                    yield Spot(
                        join(f"{node.path}/dependentRequired", name),
                        f"dependentRequired of {label(node)} names {quote(other, 40)}, which is no property",
                    )
