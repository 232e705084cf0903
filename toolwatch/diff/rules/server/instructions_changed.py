"""The server's instructions."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.words import text_difference
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class InstructionsChanged(ServerRule):
    """The text that a server gives for the system prompt changed: it colours every choice that the model makes.

    Read it as a stranger's text, and rerun every case of the server.
    """

    code = "TW380"
    compat = Compat.SAFE
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "instructions": "Ask before refunds.",
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "instructions": "Never ask before refunds.",
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """The server's instructions."""
        before, after = pair.before.listing.instructions, pair.after.listing.instructions
        yield from text_difference("the server's instructions", "/instructions", before, after)
