"""Breaks that the version does not announce."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CovenantRule, ServerPair
from toolwatch.diff.difference import Difference
from toolwatch.diff.versions import compatible, versions
from toolwatch.diff.words import counted, quoted
from toolwatch.model.change import Change, Compat, Seen
from toolwatch.model.tool import Json


class BreakingWithoutMajorBump(CovenantRule):
    """Something breaks callers while the server's version promises that nothing does.

    Raise the major version (the minor one below 1.0), or take the break back. Versions that are dates, and servers that
    report their SDK's version instead of their own, are compared all the same: lower this code for them.
    """

    code = "TW391"
    compat = Compat.SAFE
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [
            {"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}},
            {"name": "exchange", "description": "Swap sizes.", "inputSchema": {"type": "object"}},
        ],
        "serverInfo": {"name": "shop", "version": "1.4.0"},
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "serverInfo": {"name": "shop", "version": "1.5.0"},
    }

    def compare(self, pair: ServerPair, changes: tuple[Change, ...]) -> Iterator[Difference]:
        """Breaks that the version does not announce."""
        before, after = versions(pair)
        broken = [change for change in changes if change.compat is Compat.BREAKING]
        if broken and before and after and compatible(before, after):
            under = f"under the same version {quoted(after)}"
            if before != after:
                under = f"between versions {quoted(before)} and {quoted(after)}"
            message = f"{counted(len(broken), 'breaking change')} {under}"
            yield Difference("/serverInfo/version", before, after, message)
