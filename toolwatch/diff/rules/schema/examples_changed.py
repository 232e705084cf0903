"""Examples."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.values import identity
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class ExamplesChanged(CompatRule):
    """The examples changed: models copy them.

    Check that each is still valid.
    """

    code = "TW344"
    keywords = ("examples",)
    on_input = Compat.SAFE
    on_output = Compat.SAFE
    beyond_validity = True
    before: ClassVar[Json] = {"type": "string", "examples": ["a"]}
    after: ClassVar[Json] = {"type": "string", "examples": ["b"]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Examples."""
        before, after = pair.annotations("examples")
        if identity(before) != identity(after):
            yield Difference("/examples", before, after, f"the examples of {pair.label} changed")
