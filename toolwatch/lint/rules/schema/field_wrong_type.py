"""A field of the tool is of a type that the protocol does not allow."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.pointer import join
from toolwatch.lint.schema import kind
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import HINT_DEFAULTS, Tool

FIELDS = {"description": "string", "title": "string", "annotations": "object", "_meta": "object"}


class FieldWrongType(ToolRule):
    """A field of the tool is of a type that the protocol does not allow.

    `description` is null or a list, `title` a number, `annotations` a string, a hint `"true"`. Typed clients
    refuse the whole page of the list over one such field. Leave a field out that has no value.

    Source: MCP schema, `Tool` and `ToolAnnotations`.
    """

    code = "TW1013"
    severity = Severity.ERROR
    bad = Tool({"name": "ping", "description": None, "inputSchema": {"type": "object", "properties": {}}})
    good = Tool.of("list_shops", "List the names and addresses of all shops.", annotations={"readOnlyHint": True})
    near_miss = Tool.of("ping", "Ping a host.", annotations={"audience": ["user"]}, tags=[1, 2])

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for field, wanted in FIELDS.items():
            if field in tool.raw and kind(tool.raw[field]) != wanted:
                found = quote(json.dumps(tool.raw[field]), 40)
                yield Spot(f"/{field}", f"{field} must be {wanted}, not {found}; leave it out where it has no value")
        for hint, value in tool.annotations.items():
            wanted = "boolean" if hint in HINT_DEFAULTS else "string" if hint == "title" else kind(value)
            if kind(value) != wanted:
                found = quote(json.dumps(value), 40)
                yield Spot(join("/annotations", hint), f"annotations.{hint} must be {wanted}, not {found}")
