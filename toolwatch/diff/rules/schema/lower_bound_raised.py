"""Minima that came or rose."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.bounds import bound_difference, moves
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class LowerBoundRaised(CompatRule):
    """A minimum of a number, length or count was added or raised: callers may send less.

    Accept less and treat it as before, or release it as a breaking change.
    """

    code = "TW318"
    keywords = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "array", "items": {"type": "string"}}
    after: ClassVar[Json] = {"type": "array", "items": {"type": "string"}, "minItems": 1}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Minima that came or rose."""
        for old, new, tighter in moves(pair.before.reading, pair.after.reading, is_upper=False):
            if tighter:
                yield bound_difference(pair, old, new)
