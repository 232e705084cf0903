"""Objects that take fewer undescribed properties."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class AdditionalPropertiesClosed(CompatRule):
    """Properties that nobody describes are refused or bound, where anything was taken: calls with extra fields fail.

    Ignore extra fields instead, or release it as a breaking change.
    """

    code = "TW331"
    keywords = ("additionalProperties", "unevaluatedProperties")
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}}}
    after: ClassVar[Json] = {"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": False}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Objects that take fewer undescribed properties."""
        for keyword in self.keywords:
            before, after = pair.both(keyword)
            if after is False and before is not False:
                yield Difference(
                    f"/{keyword}", before, False, f"{pair.label} now refuses properties that are not described"
                )
            elif after is not None and before is None:
                yield Difference(
                    f"/{keyword}", None, after, f"{pair.label} now says what properties that are not described must be"
                )
