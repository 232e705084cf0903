"""Bounds at the safe integer."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.vocabulary import SAFE_INTEGER
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class SafeIntegerBound(CompatRule):
    """A bound at the largest integer that JSON carries safely came or went: SDKs write it by themselves.

    No integer beyond it survives JSON on every client, so nothing is refused that arrived whole before.
    """

    code = "TW340"
    keywords = ("minimum", "maximum")
    on_input = Compat.NONE
    on_output = Compat.NONE
    beyond_validity = True
    noise = True
    seen = Seen.COSMETIC
    before: ClassVar[Json] = {"type": "integer"}
    after: ClassVar[Json] = {"type": "integer", "maximum": 9007199254740991}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Bounds at the safe integer."""
        if pair.before.types != {"integer"} or pair.after.types != {"integer"}:
            return
        for keyword, bound in (("minimum", -SAFE_INTEGER), ("maximum", SAFE_INTEGER)):
            before, after = pair.spelling(keyword)
            if (before == bound) != (after == bound) and None in (before, after):
                what = "came" if before is None else "went"
                yield Difference(f"/{keyword}", before, after, f"the safe-integer {keyword} of {pair.label} {what}")
