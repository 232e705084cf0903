"""The input schema does not say `"type": "object"`."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.schema import kind
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class InputRootNotObject(ToolRule):
    """The input schema does not say `"type": "object"`.

    Arguments of a tool call are always a JSON object, and MCP fixes the root of `inputSchema` to `"type":
    "object"`. The TypeScript SDK checks that literal: one tool that leaves it out, or writes a list of types,
    makes the client refuse all tools of the server. Put `"type": "object"` at the root and wrap any other value
    in a property.

    Source: MCP schema, `Tool.inputSchema`.
    """

    code = "TW103"
    severity = Severity.ERROR
    bad = Tool.of("stock_levels", "Count what is on the shelves.", {"properties": {"shelf": {"type": "string"}}})
    good = Tool.of(
        "stock_levels",
        "Count what is on the shelves.",
        {"type": "object", "properties": {"shelf": {"type": "string", "description": "Shelf code, such as A-12."}}},
    )
    near_miss = Tool.of("stock_levels", "Count what is on all shelves.", {"type": "object"})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        schema = tool.raw.get("inputSchema")
        if schema is None:
            return
        if not isinstance(schema, dict):
            yield Spot("/inputSchema", f"inputSchema must be an object, not {kind(schema)}")
        elif "type" not in schema:
            yield Spot(
                "/inputSchema", 'inputSchema has no "type": "object" at its root; some clients drop the whole list'
            )
        elif schema["type"] != "object":
            found = quote(json.dumps(schema["type"]), 40)
            yield Spot("/inputSchema/type", f'the root of inputSchema must say "type": "object", not {found}')
