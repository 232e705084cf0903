"""`$schema` is sent along inside the parameters."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class DialectInParameters(ToolRule):
    """`$schema` is sent along inside the parameters.

    Converters write it into every schema; Gemini refuses it, Gemini CLI takes it out, and everybody else pays for
    it on every request. MCP assumes 2020-12 without it. Take it out where your SDK lets you.

    Source: MCP SEP-1613; Gemini API error text.
    """

    code = "TW291"
    severity = Severity.INFO
    recommended = False
    keywords = frozenset(("$schema",))
    bad = Tool.of("list", "List.", {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"})
    good = Tool.of("stock_levels", "Count what is on the shelves.")
    near_miss = Tool.of("check", "Check.", {"type": "object", "properties": {"$schema": {"type": "string"}}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.by_keyword.get("$schema", ()):
            if node.side == "input":
                yield Spot(
                    f"{node.path}/$schema", "sends $schema along with the parameters; MCP assumes 2020-12 without it"
                )
