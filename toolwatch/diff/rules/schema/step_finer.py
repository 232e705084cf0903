"""Steps that went or shrank."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.numbers import divides
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class StepFiner(CompatRule):
    """A number need no longer be a multiple of a step, or of a smaller one: readers may meet those between.

    On the output side keep the step where results still follow it.
    """

    code = "TW327"
    keywords = ("multipleOf",)
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "integer", "multipleOf": 10}
    after: ClassVar[Json] = {"type": "integer", "multipleOf": 5}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Steps that went or shrank."""
        before, after = pair.both("multipleOf")
        if before is not None and (after is None or (before != after and divides(after, before))):
            yield Difference("/multipleOf", before, after, f"{pair.label} need no longer be a multiple of {before}")
