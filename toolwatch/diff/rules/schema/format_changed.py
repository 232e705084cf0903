"""A format exchanged for another."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class FormatChanged(CompatRule):
    """A string is said to have another format. By the standard that is a remark; whether it is checked is not said.

    Say in the description what is accepted.
    """

    code = "TW325"
    keywords = ("format",)
    on_input = Compat.UNCLEAR
    on_output = Compat.UNCLEAR
    beyond_validity = True
    before: ClassVar[Json] = {"type": "string", "format": "date"}
    after: ClassVar[Json] = {"type": "string", "format": "date-time"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A format exchanged for another."""
        before, after = pair.annotations("format")
        if before is not None and after is not None and before != after:
            message = f"the format of {pair.label} is now {quoted(str(after))}, it was {quoted(str(before))}"
            yield Difference("/format", before, after, message)
