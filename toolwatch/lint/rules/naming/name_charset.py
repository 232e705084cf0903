"""The tool's name has characters that the protocol advises against."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_ALLOWED = re.compile(r"[A-Za-z0-9_.-]")
_NAME = re.compile(f"{_ALLOWED.pattern}*")


class NameCharset(ToolRule):
    """The tool's name has characters that the protocol advises against.

    MCP asks for `A-Z`, `a-z`, `0-9`, `_`, `-` and `.`; no provider takes more, and most take no dot. Clients
    rename such a tool, drop it, or fail the whole request, each in its own way. Rename it.

    Source: MCP SEP-986.
    """

    code = "TW160"
    severity = Severity.WARNING
    bad = Tool.of("stock levels", "Count what is on the shelves.")
    good = Tool.of("stock_levels", "Count what is on the shelves.")
    near_miss = Tool.of("shop.stock-levels_2", "Count what is on the shelves.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if _NAME.fullmatch(tool.name):
            return
        strange = dict.fromkeys(letter for letter in tool.name if not _ALLOWED.fullmatch(letter))
        if strange:
            shown = quote("".join(strange), 40)
            yield Spot("/name", f"the name {quote(tool.name, 80)} has {shown}; use letters, digits, _ and - only")
