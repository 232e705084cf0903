"""Hints by which the tool may do more."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.hints import RISKS, matters, said
from toolwatch.diff.words import shown
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class CapabilityGrew(ToolRule):
    """The tool may now do more: it no longer says that it only reads, or it says that it destroys or reaches out.

    No call is refused, yet a client that let it run unasked must think again: review it.

    Say in the description what it now does; give the new power its own tool.
    """

    code = "TW367"
    fields = ("annotations",)
    compat = Compat.SAFE
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": True},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": False},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """Hints by which the tool may do more."""
        for hint, risky in RISKS.items():
            before, after = pair.before.hint(hint), pair.after.hint(hint)
            if before != after == risky and matters(pair, hint):
                message = f"it may now do more: {hint} was {shown(before)} and is now {shown(after)}"
                yield Difference(f"/annotations/{hint}", *said(pair, hint), message)
