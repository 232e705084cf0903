"""Types that are no longer allowed."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.vocabulary import BOUNDS
from toolwatch.diff.words import type_names
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class TypeNarrowed(CompatRule):
    """Fewer types are allowed: callers that send the others are refused.

    Accept the old type and convert it, or release it as a breaking change.
    """

    code = "TW305"
    keywords = ("type", "enum", "anyOf", "oneOf", *BOUNDS)
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "number"}
    after: ClassVar[Json] = {"type": "integer"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Types that are no longer allowed."""
        before, after = pair.before.types, pair.after.types
        if after < before:
            gone = type_names(before - after)
            message = f"{pair.label} no longer takes {' or '.join(gone)}"
            yield Difference("/type", type_names(before), type_names(after), message, types=before - after)
