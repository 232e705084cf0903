"""A format that is gone."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class FormatRemoved(CompatRule):
    """A string is no longer said to have a format: a reader that parses it may meet others.

    Keep the format where results still follow it.
    """

    code = "TW324"
    keywords = ("format",)
    on_input = Compat.SAFE
    on_output = Compat.UNCLEAR
    beyond_validity = True
    before: ClassVar[Json] = {"type": "string", "format": "date-time"}
    after: ClassVar[Json] = {"type": "string"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A format that is gone."""
        before, after = pair.annotations("format")
        if before is not None and after is None:
            message = f"{pair.label} no longer has the format {quoted(str(before))}"
            yield Difference("/format", before, None, message)
