"""A list of allowed values that is gone."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import listed
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class EnumDropped(CompatRule):
    """A value that had to be one of a list is now free: readers may meet anything.

    Keep the list where results still come from it.
    """

    code = "TW304"
    keywords = ("enum", "type", "anyOf", "oneOf")
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "string", "enum": ["asc", "desc"]}
    after: ClassVar[Json] = {"type": "string"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A list of allowed values that is gone."""
        before, after = pair.both("enum")
        if before is not None and after is None:
            yield Difference("/enum", before, None, f"{pair.label} is no longer bound to {listed(before)}")
