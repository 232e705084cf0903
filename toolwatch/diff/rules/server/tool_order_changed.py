"""The order of the list."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.matching import orders
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class ToolOrderChanged(ServerRule):
    """The tools that both lists have come in another order: models prefer what stands first, and prompt caches break.

    Keep the order stable, and put new tools at the end.
    """

    code = "TW363"
    compat = Compat.NONE
    before: ClassVar[Json] = {
        "tools": [
            {"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}},
            {"name": "check_stock", "description": "Say how many are left.", "inputSchema": {"type": "object"}},
        ]
    }
    after: ClassVar[Json] = {
        "tools": [
            {"name": "check_stock", "description": "Say how many are left.", "inputSchema": {"type": "object"}},
            {"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}},
        ]
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """The order of the list."""
        before, after = orders(pair)
        if before != after:
            moved = next(new for old, new in zip(before, after, strict=True) if old != new)
            message = f"the tools come in another order, from {quoted(moved)} on"
            yield Difference("/tools", before, after, message)
