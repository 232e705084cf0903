"""Types exchanged for others."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import type_names
from toolwatch.model.change import Compat, Side
from toolwatch.model.tool import Json


class TypeChanged(CompatRule):
    """One type is gone and another came: both callers and readers must change.

    Accept both for a while, or give the new meaning a new name.
    """

    code = "TW307"
    keywords = ("type", "enum", "anyOf", "oneOf")
    on_input = Compat.BREAKING
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"type": "integer"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Types exchanged for others."""
        before, after = pair.before.types, pair.after.types
        if before - after and after - before:
            was, becomes = type_names(before), type_names(after)
            message = f"{pair.label} was {' or '.join(was)} and is now {' or '.join(becomes) or 'impossible'}"
            refused = before - after if pair.side is Side.INPUT else after - before
            yield Difference("/type", was, becomes, message, types=refused)
