"""Forms that are gone."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.forms import said
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
    before: ClassVar[Json] = {
        "anyOf": [{"type": "string"}, {"type": "object", "required": ["id"]}, {"type": "object", "required": ["name"]}]
    }
    after: ClassVar[Json] = {"anyOf": [{"type": "string"}, {"type": "object", "required": ["id"]}]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Forms that are gone."""
        for keyword, forms in alternatives(pair, gone=True):
            count = "one" if len(forms) == 1 else str(len(forms))
            message = f"{pair.label} no longer takes {count} of its forms"
            yield Difference(f"/{keyword}", said(forms), None, message, forms=tuple(forms))
