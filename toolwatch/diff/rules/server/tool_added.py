"""Tools that came."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Side
from toolwatch.model.tool import Json


class ToolAdded(ServerRule):
    """A tool came: no caller need change, and the model has one more to choose from.

    Rerun the cases of the tools it resembles, and read its text as a stranger's.
    """

    code = "TW360"
    compat = Compat.SAFE
    side = Side.TOOL
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}]
    }
    after: ClassVar[Json] = {
        "tools": [
            {"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}},
            {"name": "exchange", "description": "Swap an item for another size.", "inputSchema": {"type": "object"}},
        ]
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Tools that came."""
        for tool in pair.added:
            yield Difference("", None, dict(tool.raw), f"tool {quoted(tool.name)} is new", tool=tool.name)
