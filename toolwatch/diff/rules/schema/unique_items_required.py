"""Items that may no longer repeat."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class UniqueItemsRequired(CompatRule):
    """Items may no longer repeat: callers may send repeated ones.

    Drop repeated items on the server's side instead.
    """

    code = "TW329"
    keywords = ("uniqueItems",)
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "array"}
    after: ClassVar[Json] = {"type": "array", "uniqueItems": True}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Items that may no longer repeat."""
        before, after = pair.both("uniqueItems")
        if after and not before:
            yield Difference("/uniqueItems", False, True, f"items of {pair.label} may no longer repeat")
