"""`properties` is no object."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.pointer import join
from toolwatch.lint.schema import kind, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class PropertiesNotObject(NodeRule):
    """`properties` is no object.

    `properties` must map each parameter's name to its schema. Broken converters write a list of parameters, a
    list of names or null instead: validators refuse the schema, providers answer 400, and a lenient client shows
    a tool without parameters. Write `{"name": {"type": ...}}`.

    Source: JSON Schema 2020-12, section 10.3.2.1.
    """

    code = "TW106"
    severity = Severity.ERROR
    keywords = frozenset(("properties",))
    bad = Tool.of("tag_item", "Tag one item.", {"type": "object", "properties": [{"name": "tag", "type": "string"}]})
    good = Tool.of(
        "tag_item",
        "Put one tag on one item, replacing the tag that it had.",
        {"type": "object", "properties": {"tag": {"type": "string", "description": "The tag's text."}}},
    )
    near_miss = Tool.of(
        "tag_item",
        "Tag one item.",
        {"type": "object", "properties": {"properties": {"type": "array", "items": {"type": "string"}}}},
    )

    def suspects(self, schema: Mapping[str, Any]) -> bool:
        properties = schema["properties"]
        return not isinstance(properties, dict) or not all(
            isinstance(child, dict | bool) for child in properties.values()
        )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        properties = node.schema["properties"]
        if not isinstance(properties, dict):
            yield Spot(
                f"{node.path}/properties",
                f"properties of {label(node)} must be an object of schemas by name, not {kind(properties)}",
            )
            return
        for name, child in properties.items():
            if not isinstance(child, dict | bool):
                yield Spot(
                    join(f"{node.path}/properties", name),
                    f"{quote(name, 40)} must be a schema object, not {kind(child)}",
                )
