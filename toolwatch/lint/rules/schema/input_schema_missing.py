"""A tool without an input schema."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class InputSchemaMissing(ToolRule):
    """A tool has no `inputSchema`.

    MCP requires the field on every tool, and a typed SDK client that misses it on one tool refuses the whole page, so
    the honest tools beside it vanish too. For a tool without arguments send
    `{"type": "object", "properties": {}}`.

    Source: MCP schema, `Tool`.
    """

    code = "TW100"
    severity = Severity.ERROR
    bad = Tool({"name": "stock_levels", "description": "Count what is on the shelves."})
    good = Tool.of("stock_levels", "Count what is on the shelves.")
    near_miss = Tool.of("stock_levels", "Has no parameters, and says so.", {"type": "object"})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.raw.get("inputSchema") is None:
            yield Spot("", 'has no inputSchema; send {"type": "object", "properties": {}} if it takes no arguments')
