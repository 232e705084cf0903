"""Forms that came."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.forms import said
from toolwatch.diff.nodes import SchemaPair, alternatives
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class AlternativeAdded(CompatRule):
    """A form came beside others: readers may meet it.

    On the output side say so in the description.
    """

    code = "TW336"
    keywords = ("anyOf", "oneOf")
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"anyOf": [{"type": "string"}, {"type": "object", "required": ["id"]}]}
    after: ClassVar[Json] = {
        "anyOf": [{"type": "string"}, {"type": "object", "required": ["id"]}, {"type": "object", "required": ["name"]}]
    }

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Forms that came."""
        for keyword, forms in alternatives(pair, gone=False):
            count = "one more form" if len(forms) == 1 else f"{len(forms)} more forms"
            message = f"{pair.label} may now have {count}"
            yield Difference(f"/{keyword}", None, said(forms), message, forms=tuple(forms))
