"""Edits that the version does not announce."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CovenantRule, ServerPair
from toolwatch.diff.difference import Difference
from toolwatch.diff.versions import versions
from toolwatch.diff.words import counted, quoted
from toolwatch.model.change import Change, Compat, Seen
from toolwatch.model.tool import Json


class EditedWithoutBump(CovenantRule):
    """Texts that models read changed under the same version number: whoever pinned the version got another prompt.

    Raise the version with every edit that models see.
    """

    code = "TW392"
    compat = Compat.SAFE
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "serverInfo": {"name": "shop", "version": "1.4.0"},
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund anything.", "inputSchema": {"type": "object"}}],
        "serverInfo": {"name": "shop", "version": "1.4.0"},
    }

    def compare(self, pair: ServerPair, changes: tuple[Change, ...]) -> Iterator[Difference]:
        """Edits that the version does not announce."""
        before, after = versions(pair)
        texts = [change for change in changes if change.words and change.seen_by_model is Seen.YES]
        if texts and before and before == after:
            message = f"{counted(len(texts), 'text')} that models read changed under the same version {quoted(after)}"
            yield Difference("/serverInfo/version", before, after, message)
