"""`required` names a property that `properties` does not have."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

PARTIAL = frozenset(("anyOf", "oneOf", "allOf", "if", "then", "else", "not", "dependentSchemas"))
"""Where a schema adds to the properties of its parent."""


class RequiredUnknownProperty(NodeRule):
    """`required` names a property that `properties` does not have.

    A model must supply an argument that nobody describes: it guesses a value, or leaves it out and the call is
    refused. Gemini refuses such a declaration outright. It is mostly a rename that missed one of the two places.
    Make them agree.

    Source: Gemini API error text; agent-friend and mcp-tool-card-linter check it too.
    """

    code = "TW112"
    severity = Severity.WARNING
    keywords = frozenset(("required",))
    bad = Tool.of(
        "stock", "Count.", {"type": "object", "properties": {"article": {"type": "string"}}, "required": ["sku"]}
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
        "stock", "Count.", {"type": "object", "patternProperties": {"^s": {"type": "string"}}, "required": ["sku"]}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        required, properties = node.schema["required"], node.schema.get("properties")
        if not isinstance(required, list) or "patternProperties" in node.schema or node.via in PARTIAL:
            return
        if not isinstance(properties, dict):
            if properties is not None or node.schema.keys() & (
                "$ref",
                "allOf",
                "anyOf",
                "oneOf",
                "additionalProperties",
            ):
                return
            properties = {}
        elif node.schema.keys() & ("$ref", "allOf", "anyOf", "oneOf"):
            return
        for number, name in enumerate(required):
            if isinstance(name, str) and name not in properties:
                yield Spot(
                    f"{node.path}/required/{number}",
                    f"{label(node)} requires {quote(name, 40)}, which is not among its properties",
                )
