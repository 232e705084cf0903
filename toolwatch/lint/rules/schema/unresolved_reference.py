"""A local `$ref` leads nowhere."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label, resolve, root
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class UnresolvedReference(NodeRule):
    """A local `$ref` leads nowhere.

    The reference points to a place that the schema does not have, often because `$defs` was dropped or a
    definition was renamed. Validators raise, providers refuse the tool, and a model sees a parameter without a
    type. Restore the definition, or write it in place.

    Source: JSON Schema 2020-12 core, section 8.2.
    """

    code = "TW110"
    severity = Severity.ERROR
    keywords = frozenset(("$ref",))
    bad = Tool.of("ship", "Ship a parcel.", {"type": "object", "properties": {"to": {"$ref": "#/$defs/address"}}})
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
        "copy",
        "Copy.",
        {"type": "object", "properties": {"from": {"type": "string"}, "to": {"$ref": "#/properties/from"}}},
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        reference = node.schema["$ref"]
        if not isinstance(reference, str) or not reference.startswith("#"):
            return
        found, target = resolve(root(node), reference)
        if not found:
            yield Spot(f"{node.path}/$ref", f"{label(node)} refers to {quote(reference)}, which is not in the schema")
        elif not isinstance(target, dict | bool):
            yield Spot(f"{node.path}/$ref", f"{label(node)} refers to {quote(reference)}, which is no schema")
