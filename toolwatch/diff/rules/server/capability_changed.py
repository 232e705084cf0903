"""Options of capabilities."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.capabilities import declared
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class CapabilityChanged(ServerRule):
    """A capability is declared with other options, such as whether the server tells of a changed list."""

    code = "TW383"
    compat = Compat.SAFE
    seen = Seen.NO
    noise = True
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "capabilities": {"tools": {"listChanged": False}},
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "capabilities": {"tools": {"listChanged": True}},
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Options of capabilities."""
        before, after = declared(pair.before), declared(pair.after)
        for name in sorted(before.keys() & after.keys()):
            if identity(before[name]) != identity(after[name]):
                message = f"the server declares {quoted(name)} with other options"
                yield Difference(f"/capabilities/{escape(name)}", before[name], after[name], message)
