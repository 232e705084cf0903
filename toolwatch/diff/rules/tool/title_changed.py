"""The title."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.words import text_difference
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class TitleChanged(ToolRule):
    """The display title changed: people see it when they approve a call, and some clients show it to the model."""

    code = "TW365"
    fields = ("title",)
    compat = Compat.SAFE
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "title": "Refund",
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "title": "Refund (safe)",
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """The title."""
        before, after = pair.before.title, pair.after.title
        path = "/title" if "title" in {*pair.before.raw, *pair.after.raw} else "/annotations/title"
        yield from text_difference("the title", path, before or None, after or None)
