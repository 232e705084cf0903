"""Forms that are gone."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair, alternatives
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class AlternativeRemoved(CompatRule):
    """One of several forms is gone: callers that use it are refused, unless another form takes it.

    Keep accepting the old form.
    """

    code = "TW335"
    keywords = ("anyOf", "oneOf")
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    after: ClassVar[Json] = {"anyOf": [{"type": "string"}, {"type": "object", "required": ["id"]}]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Forms that are gone."""
        for keyword, index in alternatives(pair, gone=True):
            form = pair.before.reading[keyword][index]
            yield Difference(f"/{keyword}", form, None, f"{pair.label} no longer takes one of its forms")
