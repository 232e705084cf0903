"""Minima that fell or went."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.bounds import bound_difference, moves
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class LowerBoundLowered(CompatRule):
    """A minimum of a number, length or count was lowered or dropped: readers may meet less.

    On the output side keep the promise, for instance that a list is never empty.
    """

    code = "TW319"
    keywords = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "array", "minItems": 1}
    after: ClassVar[Json] = {"type": "array"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Minima that fell or went."""
        for old, new, tighter in moves(pair.before.reading, pair.after.reading, is_upper=False):
            if not tighter:
                yield bound_difference(pair, old, new)
