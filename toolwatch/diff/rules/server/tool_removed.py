"""Tools that went."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.messages import call_of, within
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Side
from toolwatch.model.tool import Json


class ToolRemoved(ServerRule):
    """A tool is gone: every caller, skill, prompt and allow-list that names it fails.

    Keep it, mark it deprecated, and say in its description what replaces it.
    """

    code = "TW361"
    compat = Compat.BREAKING
    side = Side.TOOL
    before: ClassVar[Json] = {
        "tools": [
            {"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}},
            {"name": "exchange", "description": "Swap an item for another size.", "inputSchema": {"type": "object"}},
        ]
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}]
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Tools that went."""
        for lost, tool in enumerate(pair.removed):
            message, witness = f"tool {quoted(tool.name)} is gone", within(lost, partial(call_of, tool))
            yield Difference("", dict(tool.raw), None, message, tool=tool.name, witness=witness)
