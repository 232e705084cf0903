"""Capabilities that came."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.capabilities import declared
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class CapabilityAdded(ServerRule):
    """The server declares a capability that it did not."""

    code = "TW381"
    compat = Compat.SAFE
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "capabilities": {"tools": {}},
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "capabilities": {"tools": {}, "logging": {}},
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Capabilities that came."""
        before, after = declared(pair.before), declared(pair.after)
        for name in sorted(after.keys() - before.keys()):
            message = f"the server newly declares {quoted(name)}"
            yield Difference(f"/capabilities/{escape(name)}", None, after[name], message)
