"""Icons from the same hosts."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.hosts import hosts
from toolwatch.diff.schema.values import identity
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class IconsChanged(ToolRule):
    """The icons changed and still come from the same hosts."""

    code = "TW371"
    fields = ("icons",)
    compat = Compat.NONE
    seen = Seen.NO
    noise = True
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
        "icons": [{"src": "https://a.example/j.png"}],
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """Icons from the same hosts."""
        before, after = pair.both("icons")
        if identity(before) != identity(after) and hosts(before) == hosts(after):
            yield Difference("/icons", before, after, "the icons changed")
