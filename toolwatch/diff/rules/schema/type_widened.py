"""Types that are newly allowed."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.vocabulary import BOUNDS
from toolwatch.diff.words import type_names
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class TypeWidened(CompatRule):
    """More types are allowed: readers may meet one that they do not handle.

    On the output side keep one type, or release it as a breaking change.
    """

    code = "TW306"
    keywords = ("type", "enum", "anyOf", "oneOf", *BOUNDS)
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"type": ["string", "integer"]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Types that are newly allowed."""
        before, after = pair.before.types, pair.after.types
        if before < after:
            new = type_names(after - before)
            message = f"{pair.label} may now also be {' or '.join(new)}"
            yield Difference("/type", type_names(before), type_names(after), message, types=after - before)
