"""The net: what differs and was claimed by no other rule."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.net import unclaimed_keywords
from toolwatch.diff.nodes import SchemaPair
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class UnclaimedChange(CompatRule):
    """Something differs that no other rule knows: a new keyword, an unknown field, a part that cannot be followed.

    It is taken for safe only where validators know all that differs and it is proven to refuse nothing: a constant or a
    pattern of no effect, which models read all the same. Read the account of what differs; if it means nothing, lower
    this code for the place.
    """

    code = "TW300"
    keywords = ()
    on_input = Compat.UNCLEAR
    on_output = Compat.UNCLEAR
    before: ClassVar[Json] = {"type": "string", "x-unit": "m"}
    after: ClassVar[Json] = {"type": "string", "x-unit": "km"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """What differs and was claimed by no other rule; the keywords that others claim are left to them."""
        yield from unclaimed_keywords(pair, frozenset())
