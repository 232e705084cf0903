"""Properties that are new and optional."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.properties import Properties
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class OptionalPropertyAdded(CompatRule):
    """A property came that may be left out: no caller need change.

    Nobody sent a property that was not described, so its type refuses no call that was made on purpose; a call that
    happened to send an undescribed argument of this name is left out of the comparison.
    """

    code = "TW311"
    keywords = ("properties",)
    on_input = Compat.SAFE
    on_output = Compat.SAFE
    beyond_validity = True
    before: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}}}
    after: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}, "unit": {"type": "string"}}}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Properties that are new and optional."""
        properties = Properties.of(pair)
        for name in properties.added:
            if name not in properties.required_after:
                yield properties.difference(name, f"{properties.called(name)} is new and {properties.sometimes}")
