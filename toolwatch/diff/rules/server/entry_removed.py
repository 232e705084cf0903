"""Prompts and resources that went."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.entries import entries
from toolwatch.diff.messages import request_for, within
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class EntryRemoved(ServerRule):
    """A prompt, resource or resource template is gone: whoever asks for it by name fails.

    Keep it and say what replaces it.
    """

    code = "TW385"
    compat = Compat.BREAKING
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [{"name": "plan", "description": "Plan a trip.", "arguments": [{"name": "city", "required": True}]}],
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [],
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Prompts and resources that went."""
        for lost, entry in enumerate(entry for entry in entries(pair) if entry.after is None):
            witness = within(lost, partial(request_for, entry, pair))
            yield Difference(entry.path, entry.before, None, f"{entry.called} is gone", witness=witness)
