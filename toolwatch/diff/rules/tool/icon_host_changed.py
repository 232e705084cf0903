"""Hosts of icons."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.hosts import hosts
from toolwatch.diff.words import listed
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class IconHostChanged(ToolRule):
    """The icons come from another host: whoever runs it sees every client that shows the tool.

    Check who owns the host.
    """

    code = "TW370"
    fields = ("icons",)
    compat = Compat.SAFE
    seen = Seen.NO
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "icons": [{"src": "https://a.example/i.png"}],
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "icons": [{"src": "https://b.example/i.png"}],
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """Hosts of icons."""
        before, after = (hosts(value) for value in pair.both("icons"))
        if before != after:
            message = f"icons come from {listed(after) or 'nowhere'}, they came from {listed(before) or 'nowhere'}"
            yield Difference("/icons", before, after, message)
