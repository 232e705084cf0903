"""The tool's name is longer than the protocol advises."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class NameTooLong(ToolRule):
    """The tool's name is longer than the protocol advises.

    Above 128 characters no client promises anything; most providers stop at 64, the server's prefix included. Use
    a few words, and leave the rest to the description.

    Source: MCP SEP-986.
    """

    code = "TW161"
    severity = Severity.WARNING
    most: int = 128
    bad = Tool.of("count_" + "and_count_" * 14 + "again", "Count what is on the shelves.")
    good = Tool.of("stock_levels", "Count what is on the shelves.")
    near_miss = Tool.of("count_" * 10 + "all", "Count what is on the shelves.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if len(tool.name) > self.most:
            yield Spot("/name", f"the name has {len(tool.name)} characters, more than {self.most}")
