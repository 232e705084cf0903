"""Tools that went and came back changed."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.documents import deep_hash
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Side
from toolwatch.model.tool import Json


class ToolReturnedDifferent(ServerRule):
    """A tool that the server once removed is back, and not as it was.

    Hiding a tool and bringing it back is how a text that was reviewed is exchanged for one that was not.

    Read it as a new tool, and compare it with what it was.
    """

    code = "TW394"
    compat = Compat.SAFE
    side = Side.TOOL
    before: ClassVar[Json] = {
        "tools": [],
        "tombstones": [
            {"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}
        ],
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund anything.", "inputSchema": {"type": "object"}}]
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Tools that went and came back changed."""
        stones = {stone.tool.name: stone.tool for stone in pair.before.tombstones}
        for tool in pair.added:
            stone = stones.get(tool.name)
            if stone is not None and deep_hash(dict(stone.raw)) != deep_hash(dict(tool.raw)):
                message = f"tool {quoted(tool.name)} was removed once and is back in another form"
                yield Difference("", dict(stone.raw), dict(tool.raw), message, tool=tool.name)
