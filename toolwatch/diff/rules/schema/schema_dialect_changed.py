"""The name of the dialect."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class SchemaDialectChanged(CompatRule):
    """The schema names another dialect, or none; what its keywords mean in it is compared all the same."""

    code = "TW341"
    keywords = ("$schema",)
    on_input = Compat.NONE
    on_output = Compat.NONE
    beyond_validity = True
    noise = True
    seen = Seen.NO
    before: ClassVar[Json] = {"type": "string"}
    after: ClassVar[Json] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """The name of the dialect."""
        before, after = pair.annotations("$schema")
        if before != after:
            yield Difference("/$schema", before, after, f"the dialect of {pair.label} is named differently")
