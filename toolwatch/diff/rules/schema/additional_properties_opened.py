"""Objects that take more undescribed properties."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class AdditionalPropertiesOpened(CompatRule):
    """Properties that nobody describes are taken where they were refused or bound: readers may meet them.

    Most readers ignore what they do not know; one that does not must change.
    """

    code = "TW332"
    keywords = ("additionalProperties", "unevaluatedProperties")
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": False}
    after: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}}}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Objects that take more undescribed properties."""
        for keyword in self.keywords:
            before, after = pair.both(keyword)
            if before is False and after is not False:
                yield Difference(
                    f"/{keyword}", False, after, f"{pair.label} now takes properties that are not described"
                )
            elif before is not None and before is not False and after is None:
                message = f"{pair.label} no longer says what properties that are not described must be"
                yield Difference(f"/{keyword}", before, None, message)
