"""Null, newly allowed."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class NullAllowed(CompatRule):
    """Null is allowed where it was not: a reader that does not expect it fails.

    On the output side leave the field out instead, if it was optional already.
    """

    code = "TW309"
    keywords = ("type", "enum", "anyOf", "oneOf")
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"anyOf": [{"type": "string"}, {"type": "null"}]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Null, newly allowed."""
        if pair.after.nullable and not pair.before.nullable and pair.before.types:
            yield Difference("/type", False, True, f"{pair.label} may now be null", values=(None,))
