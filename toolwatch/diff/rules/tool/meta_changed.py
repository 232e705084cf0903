"""Notes of SDKs and clients."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.values import identity
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class MetaChanged(ToolRule):
    """The ``_meta`` field changed: SDKs and clients put their own notes there, and no model reads it."""

    code = "TW372"
    fields = ("_meta",)
    compat = Compat.NONE
    seen = Seen.NO
    noise = True
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "_meta": {"build": "1"},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "_meta": {"build": "2"},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """Notes of SDKs and clients."""
        before, after = pair.both("_meta")
        if identity(before) != identity(after):
            yield Difference("/_meta", before, after, "_meta changed")
