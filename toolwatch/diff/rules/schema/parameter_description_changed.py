"""Texts of parameters and fields."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import text_difference
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class ParameterDescriptionChanged(CompatRule):
    """The text of a parameter or result field changed: models fill arguments by it, and strangers hide orders in it.

    Read the words that came, and rerun the cases that use the tool.
    """

    code = "TW366"
    keywords = ("description",)
    on_input = Compat.SAFE
    on_output = Compat.SAFE
    beyond_validity = True
    before: ClassVar[Json] = {"type": "string", "description": "Recipient address"}
    after: ClassVar[Json] = {"type": "string", "description": "Address of the recipient, with its domain"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Texts of parameters and fields."""
        before, after = pair.annotations("description")
        yield from text_difference(f"the description of {pair.label}", "/description", before, after)
