"""A pattern that is gone."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class PatternRemoved(CompatRule):
    """A string need no longer match a pattern: readers may meet others.

    On the output side keep the pattern where results still follow it.
    """

    code = "TW321"
    keywords = ("pattern",)
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "string", "pattern": "^[a-z ]+$"}
    after: ClassVar[Json] = {"type": "string"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A pattern that is gone."""
        before, after = pair.both("pattern")
        if before is not None and after is None:
            yield Difference("/pattern", before, None, f"{pair.label} need no longer match {quoted(before)}")
