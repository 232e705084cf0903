"""Fields of prompts and resources."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.entries import REMARKS, entries
from toolwatch.diff.hosts import hosts
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.words import quoted, words
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class EntryChanged(ServerRule):
    """A prompt, resource or resource template is described differently.

    What only clients and machines read (``_meta``, ``icons`` of the same hosts, ``size``) is recorded, and not shown.
    """

    code = "TW386"
    compat = Compat.SAFE
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [{"name": "plan", "description": "Plan a trip.", "arguments": [{"name": "city", "required": True}]}],
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [
            {"name": "plan", "description": "Plan a journey.", "arguments": [{"name": "city", "required": True}]}
        ],
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Fields of prompts and resources."""
        for entry in entries(pair):
            for name, before, after in entry.changed:
                if name != "arguments":
                    compat = Compat.NONE if _remark(name, before, after) else None
                    message = f"{quoted(name)} of {entry.called} changed"
                    texts = words(before, after) if isinstance(before, str) and isinstance(after, str) else ()
                    path = f"{entry.path}/{escape(name)}"
                    yield Difference(path, before, after, message, words=texts, compat=compat)


def _remark(name: str, before: Json, after: Json) -> bool:
    """Whether a field binds nothing; icons that come from another host are looked at by people."""
    return name in REMARKS and (name != "icons" or hosts(before) == hosts(after))
