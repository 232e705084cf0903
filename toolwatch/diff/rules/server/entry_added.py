"""Prompts and resources that came."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.entries import entries
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class EntryAdded(ServerRule):
    """A prompt, resource or resource template came: nobody who knew the old list need change."""

    code = "TW384"
    compat = Compat.SAFE
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [],
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [{"name": "plan", "description": "Plan a trip.", "arguments": [{"name": "city", "required": True}]}],
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Prompts and resources that came."""
        for entry in entries(pair):
            if entry.before is None:
                yield Difference(entry.path, None, entry.after, f"{entry.called} is new")
