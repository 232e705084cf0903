"""A format where there was none."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class FormatAdded(CompatRule):
    """A string is said to have a format: by the standard a remark, yet a server that checks it refuses others.

    Say in the description what is accepted, and whether it is checked.
    """

    code = "TW323"
    keywords = ("format",)
    on_input = Compat.UNCLEAR
    on_output = Compat.SAFE
    beyond_validity = True
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"type": "string", "format": "date-time"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """A format where there was none."""
        before, after = pair.annotations("format")
        if before is None and after is not None:
            message = (
                f"{pair.label} now has the format {quoted(str(after))}; a server that checks it refuses other strings"
            )
            yield Difference("/format", None, after, message)
