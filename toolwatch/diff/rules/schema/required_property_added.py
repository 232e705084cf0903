"""Properties that are new and required."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.properties import Properties
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class RequiredPropertyAdded(CompatRule):
    """A property that did not exist must now be given: every call written before is refused.

    Make it optional with a default that keeps the old behaviour.
    """

    code = "TW310"
    keywords = ("properties", "required")
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}}}
    after: ClassVar[Json] = {
        "type": "object",
        "properties": {"id": {"type": "string"}, "unit": {"type": "string"}},
        "required": ["unit"],
    }

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Properties that are new and required."""
        properties = Properties.of(pair)
        for name in properties.added:
            if name in properties.required_after:
                message = f"{properties.called(name)} is new and {properties.always}"
                yield properties.difference(name, message, keyword="required")
