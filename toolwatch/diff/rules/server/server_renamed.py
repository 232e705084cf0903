"""The name that a server gives itself."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class ServerRenamed(ServerRule):
    """The server calls itself by another name: allow-lists and tool prefixes that use it no longer match."""

    code = "TW389"
    compat = Compat.SAFE
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "serverInfo": {"name": "shop", "version": "1.0.0"},
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "serverInfo": {"name": "store", "version": "1.0.0"},
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """The name that a server gives itself."""
        before, after = (snapshot.listing.server_info.get("name") for snapshot in (pair.before, pair.after))
        if before != after and before is not None and after is not None:
            message = f"the server calls itself {quoted(str(after))}, it was {quoted(str(before))}"
            yield Difference("/serverInfo/name", before, after, message)
