"""Maxima that came or fell."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.bounds import bound_difference, moves
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class UpperBoundLowered(CompatRule):
    """A maximum of a number, length or count was added or lowered: callers may send more.

    Cut or page on the server's side instead, or release it as a breaking change.
    """

    code = "TW316"
    keywords = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains")
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "string", "maxLength": 5000}
    after: ClassVar[Json] = {"type": "string", "maxLength": 100}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Maxima that came or fell."""
        for old, new, tighter in moves(pair.before.reading, pair.after.reading, is_upper=True):
            if tighter:
                yield bound_difference(pair, old, new)
