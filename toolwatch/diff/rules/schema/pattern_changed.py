"""A pattern exchanged for another."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class PatternChanged(CompatRule):
    """A string must match another pattern. Which of the two allows more cannot be read off in general.

    It is breaking where a string is found that one takes and the other refuses, and unclear otherwise.
    """

    code = "TW322"
    keywords = ("pattern",)
    on_input = Compat.UNCLEAR
    on_output = Compat.UNCLEAR
    before: ClassVar[Json] = {"type": "string", "pattern": "^[a-z]+$"}
    after: ClassVar[Json] = {"type": "string", "pattern": "^[A-Z]+$"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A pattern exchanged for another."""
        before, after = pair.both("pattern")
        if before is not None and after is not None and before != after:
            message = f"{pair.label} must now match {quoted(after)} instead of {quoted(before)}"
            yield Difference("/pattern", before, after, message)
