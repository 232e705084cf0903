"""A tool has no name."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class NameMissing(ToolRule):
    """A tool has no name.

    The `name` is missing, empty or no string. A tool without a name cannot be called, and typed clients refuse
    the whole page of the list over it. Give it a name of 1 to 64 characters from `A-Z`, `a-z`, `0-9`, `_` and
    `-`.

    Source: MCP schema, `BaseMetadata`.
    """

    code = "TW102"
    severity = Severity.ERROR
    bad = Tool({"description": "Count what is on the shelves.", "inputSchema": {"type": "object", "properties": {}}})
    good = Tool.of("stock_levels", "Count what is on the shelves.")
    near_miss = Tool.of("x", "Count what is on the shelves.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.name.strip():
            return
        if "name" not in tool.raw:
            yield Spot("", "has no name, so nothing can call it")
        else:
            yield Spot("/name", f"name must be a non-empty string, not {quote(json.dumps(tool.raw['name']), 40)}")
