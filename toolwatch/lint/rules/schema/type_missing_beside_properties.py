"""A schema lists `properties` and does not say that it is an object."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

PARTIAL = frozenset(("anyOf", "oneOf", "allOf", "if", "then", "else", "not", "dependentSchemas"))
"""Where a schema adds to one that has its own type."""


class TypeMissingBesideProperties(NodeRule):
    """A schema lists `properties` and does not say that it is an object.

    Without `"type": "object"` a text or a number is valid too, and the properties count only if an object is
    sent. Gemini refuses the declaration, OpenAI's strict mode as well. Add the type.

    Source: Gemini API schema reference; OpenAI structured outputs.
    """

    code = "TW1025"
    severity = Severity.WARNING
    keywords = frozenset(("properties",))
    bad = Tool.of(
        "ship", "Ship.", {"type": "object", "properties": {"to": {"properties": {"street": {"type": "string"}}}}}
    )
    good = Tool.of(
        "ship_parcel",
        "Hand one packed parcel to the carrier and return its tracking number.",
        {
            "type": "object",
            "properties": {
                "to": {
                    "type": "object",
                    "description": "Where the parcel goes.",
                    "properties": {"street": {"type": "string", "description": "Street and number."}},
                }
            },
        },
    )
    near_miss = Tool.of(
        "ship",
        "Ship.",
        {"type": "object", "properties": {}, "anyOf": [{"properties": {"to": {"type": "string"}}}]},
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        return "type" not in schema

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        properties = node.schema["properties"]
        if node.parent is None or node.via in PARTIAL or not node.schema.keys().isdisjoint(("type", "$ref")):
            return
        if properties and isinstance(properties, dict):
            yield Spot(node.path, f'{label(node)} lists properties without "type": "object"')
