"""A list of allowed values where there was none."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import listed
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class EnumIntroduced(CompatRule):
    """A value that was free must now be one of a list: callers may send others.

    List every value that callers send today, or keep the old form beside the list.
    """

    code = "TW303"
    keywords = ("enum", "type", "anyOf", "oneOf")
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"type": "string", "enum": ["asc", "desc"]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A list of allowed values where there was none."""
        before, after = pair.both("enum")
        if before is None and after is not None:
            yield Difference("/enum", None, after, f"{pair.label} must now be one of {listed(after)}")
