"""A `$ref` leads outside the tool definition."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ExternalReference(NodeRule):
    """A `$ref` leads outside the tool definition.

    The reference is a URL or a file. No client fetches it (MCP forbids doing so unasked), so the model sees a
    parameter without any type, and providers refuse the schema. Put the definition under `$defs` and refer to
    `#/$defs/NAME`.

    Source: MCP specification 2026-07-28, tools, schema handling; provider error texts.
    """

    code = "TW109"
    severity = Severity.ERROR
    keywords = frozenset(("$ref", "$dynamicRef"))
    bad = Tool.of(
        "ship",
        "Ship a parcel.",
        {"type": "object", "properties": {"to": {"$ref": "https://shop.example/address.json"}}},
    )
    good = Tool.of(
        "ship_parcel",
        "Hand one packed parcel to the carrier and return its tracking number.",
        {
            "type": "object",
            "properties": {"to": {"$ref": "#/$defs/address", "description": "Where the parcel goes."}},
            "$defs": {"address": {"type": "string", "description": "Street, number, postcode and town."}},
        },
    )
    near_miss = Tool.of(
        "ship",
        "Ship a parcel.",
        {
            "$id": "https://shop.example/ship.json",
            "type": "object",
            "properties": {"to": {"$ref": "https://shop.example/ship.json#/$defs/address"}},
            "$defs": {"address": {"type": "string"}},
        },
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        for keyword in ("$ref", "$dynamicRef"):
            reference = node.schema.get(keyword)
            if not isinstance(reference, str) or reference.startswith("#"):
                continue
            ids = {
                one.schema.get("$id") for one in view.by_keyword.get("$id", ()) if isinstance(one.schema["$id"], str)
            }
            if reference.split("#")[0] not in ids:
                yield Spot(
                    f"{node.path}/{keyword}",
                    f"{label(node)} refers to {quote(reference)}, which no client fetches; move it into $defs",
                )
