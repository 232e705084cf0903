"""Maxima that rose or went."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.bounds import bound_difference, moves
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class UpperBoundRaised(CompatRule):
    """A maximum of a number, length or count was raised or dropped: readers may meet more.

    On the output side say so, since readers may have sized their storage by it.
    """

    code = "TW317"
    keywords = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains")
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "integer", "maximum": 10}
    after: ClassVar[Json] = {"type": "integer", "maximum": 20}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Maxima that rose or went."""
        for old, new, tighter in moves(pair.before.reading, pair.after.reading, is_upper=True):
            if not tighter:
                yield bound_difference(pair, old, new)
