"""Arguments of prompts."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.entries import entries
from toolwatch.diff.words import listed
from toolwatch.model.change import Compat, Seen, Witness
from toolwatch.model.tool import Json

_TAKEN = Witness(False, reason="a prompt may take an argument that it does not declare, and ignore it")


class PromptArgumentChanged(ServerRule):
    """The arguments of a prompt changed: safe as long as none is gone."""

    code = "TW388"
    compat = Compat.SAFE
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [{"name": "plan", "description": "Plan a trip.", "arguments": [{"name": "city", "required": True}]}],
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [{"name": "plan", "description": "Plan a trip.", "arguments": [{"name": "city"}]}],
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Arguments of prompts."""
        for entry in entries(pair):
            for name, before, after in entry.changed:
                if name == "arguments":
                    gone = sorted(entry.arguments(entry.before) - entry.arguments(entry.after))
                    compat = Compat.BREAKING if gone else Compat.SAFE
                    what = f"no longer has {listed(gone)}" if gone else "has other arguments"
                    message = f"{entry.called} {what}"
                    path, witness = f"{entry.path}/arguments", _TAKEN if gone else None
                    yield Difference(path, before, after, message, compat=compat, witness=witness)
