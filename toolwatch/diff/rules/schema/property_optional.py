"""Properties that became optional."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.properties import Properties
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class PropertyOptional(CompatRule):
    """A property that was always there may now be missing: a reader that counts on it fails.

    On the output side keep sending it.
    """

    code = "TW315"
    keywords = ("required",)
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "object", "properties": {"bio": {"type": "string"}}, "required": ["bio"]}
    after: ClassVar[Json] = {"type": "object", "properties": {"bio": {"type": "string"}}}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Properties that became optional."""
        properties = Properties.of(pair)
        for name in sorted(properties.required_before - properties.required_after - {*properties.removed}):
            if name not in properties.renamed:
                yield properties.demanded(name, f"{properties.called(name)} now {properties.sometimes}", now=False)
