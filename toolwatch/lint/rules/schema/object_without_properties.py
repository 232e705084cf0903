"""An object parameter does not say what goes into it."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label, types
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

SHAPING = frozenset(("patternProperties", "$ref", "anyOf", "oneOf", "allOf", "propertyNames", "const", "enum", "if"))


class ObjectWithoutProperties(NodeRule):
    """An object parameter does not say what goes into it.

    The model has to invent the keys, and invents other ones each time. List the properties, or say in the
    description which keys are read; where any key is right, set `additionalProperties` to the schema of the
    values.

    Source: agent-friend and mcpxray check it too.
    """

    code = "TW124"
    severity = Severity.INFO
    keywords = frozenset(("type",))
    bad = Tool.of("ship", "Ship.", {"type": "object", "properties": {"address": {"type": "object"}}})
    good = Tool.of(
        "ship_parcel",
        "Hand one packed parcel to the carrier and return its tracking number.",
        {
            "type": "object",
            "properties": {
                "address": {
                    "type": "object",
                    "description": "Where the parcel goes.",
                    "properties": {"street": {"type": "string", "description": "Street and number."}},
                }
            },
        },
    )
    near_miss = Tool.of(
        "tag",
        "Tag.",
        {"type": "object", "properties": {"labels": {"type": "object", "additionalProperties": {"type": "string"}}}},
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        return schema["type"] == "object" or isinstance(schema["type"], list)

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        if node.side == "output" or node.depth == 0 or "object" not in types(node.schema):
            return
        extra = node.schema.get("additionalProperties")
        shaped = node.schema.keys() & SHAPING or (isinstance(extra, Mapping) and extra)
        if (
            not shaped
            and not node.schema.get("properties")
            and node.via not in ("additionalProperties", "patternProperties")
        ):
            yield Spot(node.path, f"{label(node)} is an object without properties; a model must invent its keys")
