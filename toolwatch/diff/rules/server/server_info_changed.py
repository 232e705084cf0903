"""What a server says of itself."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import quoted, shown
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class ServerInfoChanged(ServerRule):
    """The server's version, title or website changed, or the protocol revision that it answered with."""

    code = "TW390"
    compat = Compat.NONE
    seen = Seen.NO
    noise = True
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "serverInfo": {"name": "shop", "version": "1.0.0"},
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "serverInfo": {"name": "shop", "version": "1.1.0"},
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """What a server says of itself."""
        before, after = pair.before.listing, pair.after.listing
        for name in sorted({*before.server_info, *after.server_info} - {"name"}):
            own, other = before.server_info.get(name), after.server_info.get(name)
            if identity(own) != identity(other):
                message = f"the server's {quoted(name)} was {shown(own)} and is now {shown(other)}"
                yield Difference(f"/serverInfo/{escape(name)}", own, other, message)
        if before.protocol_version != after.protocol_version:
            own, other = before.protocol_version, after.protocol_version
            message = f"the protocol revision was {shown(own)} and is now {shown(other)}"
            yield Difference("/protocolVersion", own, other, message)
