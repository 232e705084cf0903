"""Hints that became milder without a cause."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.hints import RISKS, explained, said
from toolwatch.diff.words import shown
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class PromiseRelaxed(ToolRule):
    """A hint now says that the tool is harmless, while neither its text nor its schema says why.

    A server that wants to slip past a client's question does just this: review it.

    Change the hint together with the description that explains it.
    """

    code = "TW368"
    fields = ("annotations",)
    compat = Compat.SAFE
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": False, "destructiveHint": True},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": False, "destructiveHint": False},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """Hints that became milder without a cause."""
        if explained(pair):
            return
        for hint, risky in RISKS.items():
            before, after = pair.before.hint(hint), pair.after.hint(hint)
            if before != after != risky and hint in pair.before.annotations:
                message = f"{hint} was {shown(before)} and is now {shown(after)}, and nothing else in the tool says why"
                yield Difference(f"/annotations/{hint}", *said(pair, hint), message)
