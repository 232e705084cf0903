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
        "send",
        "Send.",
        {"type": "object", "properties": {"street": {"type": "string"}}, "dependentRequired": {"street": ["town"]}},
    )
    good = Tool.of(
        "send_parcel",
        "Send one parcel to an address; the town is sent together with the street.",
        {
            "type": "object",
            "properties": {
                "street": {"type": "string", "description": "Street and number."},
                "town": {"type": "string", "description": "Postcode and town."},
            },
            "dependentRequired": {"street": ["town"]},
        },
    )
    near_miss = Tool.of("send", "Send.", {"type": "object", "allOf": [{}], "dependentRequired": {"street": ["town"]}})

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
