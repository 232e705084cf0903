"""Marks of deprecation."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class DeprecationChanged(CompatRule):
    """Something is marked as deprecated, or no longer.

    Say in its description what replaces it, since models do not all read the mark.
    """

    code = "TW345"
    keywords = ("deprecated",)
    on_input = Compat.SAFE
    on_output = Compat.SAFE
    beyond_validity = True
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"type": "string", "deprecated": True}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Marks of deprecation."""
        before, after = (value is True for value in pair.annotations("deprecated"))
        if before != after:
            mark = "is now" if after else "is no longer"
            yield Difference("/deprecated", before, after, f"{pair.label} {mark} marked as deprecated")
