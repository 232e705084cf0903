"""Properties that are gone."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.properties import Properties
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class PropertyRemoved(CompatRule):
    """A property is gone: callers send what is refused or ignored, readers look for what is not there.

    Keep it, mark it deprecated, and say in its description what replaces it.
    """

    code = "TW312"
    keywords = ("properties", "required")
    on_input = Compat.BREAKING
    on_output = Compat.BREAKING
    beyond_validity = True
    before: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}, "unit": {"type": "string"}}}
    after: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}}}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Properties that are gone."""
        properties = Properties.of(pair)
        for name in properties.removed:
            yield properties.difference(name, f"{properties.called(name)} is gone")
