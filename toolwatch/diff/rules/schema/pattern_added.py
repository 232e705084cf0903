"""A pattern where there was none."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class PatternAdded(CompatRule):
    """A string must now match a pattern: callers may send others.

    Accept the old form as well, or release it as a breaking change.
    """

    code = "TW320"
    keywords = ("pattern",)
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"type": "string", "pattern": "^[a-z ]+$"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A pattern where there was none."""
        before, after = pair.both("pattern")
        if before is None and after is not None:
            yield Difference("/pattern", None, after, f"{pair.label} must now match {quoted(after)}")
