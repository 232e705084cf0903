"""Properties that became required."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.properties import Properties
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class PropertyRequired(CompatRule):
    """A property that could be left out must now be given: calls without it are refused.

    Keep it optional with a default that keeps the old behaviour.
    """

    code = "TW314"
    keywords = ("required",)
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "object", "properties": {"bio": {"type": "string"}}}
    after: ClassVar[Json] = {"type": "object", "properties": {"bio": {"type": "string"}}, "required": ["bio"]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Properties that became required."""
        properties = Properties.of(pair)
        for name in sorted(properties.required_after - properties.required_before - {*properties.added}):
            if name not in properties.renames_new:
                yield properties.demanded(name, f"{properties.called(name)} now {properties.always}", now=True)
