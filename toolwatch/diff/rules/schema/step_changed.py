"""Steps exchanged for others."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.numbers import divides
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class StepChanged(CompatRule):
    """A number must be a multiple of another step, of which neither is a multiple of the other.

    Accept both, or release it as a breaking change.
    """

    code = "TW328"
    keywords = ("multipleOf",)
    on_input = Compat.BREAKING
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "integer", "multipleOf": 2}
    after: ClassVar[Json] = {"type": "integer", "multipleOf": 3}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Steps exchanged for others."""
        before, after = pair.both("multipleOf")
        if before is not None and after is not None and not divides(before, after) and not divides(after, before):
            yield Difference(
                "/multipleOf", before, after, f"{pair.label} must now be a multiple of {after} instead of {before}"
            )
