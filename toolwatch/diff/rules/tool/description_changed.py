"""The description."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.words import text_difference
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class DescriptionChanged(ToolRule):
    """The text by which models choose the tool changed. Callers may stay as they are; requests may land elsewhere.

    Rerun the cases of the tool and of those that it resembles.
    """

    code = "TW364"
    fields = ("description",)
    compat = Compat.SAFE
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Use this for anything about money.",
        "inputSchema": {"type": "object"},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """The description."""
        yield from text_difference("the description", "/description", *pair.both("description"))
