"""A property or item is described by `true` or `false` instead of a schema object."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

WHERE_OBJECTS_ARE_EXPECTED = frozenset(("properties", "anyOf", "oneOf", "allOf", "prefixItems", "patternProperties"))
"""``items: false`` and ``additionalProperties: true`` are common, and clients know them."""


class BooleanSubschema(ToolRule):
    """A property or item is described by `true` or `false` instead of a schema object.

    JSON Schema allows a boolean wherever a schema stands, and converters emit `true` for "anything". Clients that
    build forms or translate schemas expect an object there: they crash, or drop the tool. A model learns nothing
    from it either. Write an object with a `description`, and a `type` where there is one; leave a forbidden
    property out.

    Source: modelcontextprotocol/inspector issue 1005.
    """

    code = "TW105"
    severity = Severity.ERROR
    bad = Tool.of("tag_item", "Tag one item.", {"type": "object", "properties": {"value": True}})
    good = Tool.of(
        "tag_item",
        "Put one tag on one item, replacing the tag that it had.",
        {"type": "object", "properties": {"value": {"type": "string", "description": "The tag's text."}}},
    )
    near_miss = Tool.of(
        "tag_item", "Tag one item.", {"type": "object", "properties": {}, "additionalProperties": False}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for boolean in view.booleans:
            if boolean.via in WHERE_OBJECTS_ARE_EXPECTED:
                value = "true" if boolean.value else "false"
                yield Spot(boolean.path, f"is the boolean schema {value} under {boolean.via}; write a schema object")
