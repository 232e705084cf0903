"""Items that may now repeat."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class UniqueItemsDropped(CompatRule):
    """Items may repeat: a reader that uses them as keys fails.

    On the output side keep them apart.
    """

    code = "TW330"
    keywords = ("uniqueItems",)
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "array", "uniqueItems": True}
    after: ClassVar[Json] = {"type": "array"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Items that may now repeat."""
        before, after = pair.both("uniqueItems")
        if before and not after:
            yield Difference("/uniqueItems", True, False, f"items of {pair.label} may now repeat")
