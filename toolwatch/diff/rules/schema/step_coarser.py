"""Steps that came or grew."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.numbers import divides
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class StepCoarser(CompatRule):
    """A number must be a multiple of a larger step than before: callers may send those between.

    Round on the server's side instead.
    """

    code = "TW326"
    keywords = ("multipleOf",)
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "integer", "multipleOf": 5}
    after: ClassVar[Json] = {"type": "integer", "multipleOf": 10}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Steps that came or grew."""
        before, after = pair.both("multipleOf")
        if after is not None and (before is None or (before != after and divides(before, after))):
            yield Difference("/multipleOf", before, after, f"{pair.label} must now be a multiple of {after}")
