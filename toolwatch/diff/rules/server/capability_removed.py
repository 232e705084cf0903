"""Capabilities that went."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.capabilities import declared
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class CapabilityRemoved(ServerRule):
    """The server no longer declares a capability. Clients that ask first do without it; those that do not, fail."""

    code = "TW382"
    compat = Compat.UNCLEAR
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "capabilities": {"tools": {}, "logging": {}},
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "capabilities": {"tools": {}},
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Capabilities that went."""
        before, after = declared(pair.before), declared(pair.after)
        for name in sorted(before.keys() - after.keys()):
            message = f"the server no longer declares {quoted(name)}"
            yield Difference(f"/capabilities/{escape(name)}", before[name], None, message)
