"""Titles inside schemas."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.remarks import remark_difference
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class SchemaTitleChanged(CompatRule):
    """The title inside a schema changed: code generators write it, and neither callers nor readers depend on it.

    A title that is more than a name is a text that models are sent, and is told as one: strangers hide orders in it.
    """

    code = "TW342"
    keywords = ("title",)
    on_input = Compat.NONE
    on_output = Compat.NONE
    beyond_validity = True
    noise = True
    seen = Seen.COSMETIC
    before: ClassVar[Json] = {"title": "Get", "type": "string"}
    after: ClassVar[Json] = {"title": "get_arguments", "type": "string"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Titles inside schemas."""
        before, after = pair.annotations("title")
        if before != after:
            name = pair.names[-1] if pair.names else ""
            yield from remark_difference(f"the schema title of {pair.label}", "/title", before, after, name)
