"""Defaults."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import shown
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class DefaultChanged(CompatRule):
    """What happens when nothing is given changed: no call is refused, yet the same call may do something else.

    Say the new default in the description; keep the old one where calls rely on it.
    """

    code = "TW343"
    keywords = ("default",)
    on_input = Compat.SAFE
    on_output = Compat.SAFE
    beyond_validity = True
    before: ClassVar[Json] = {"type": "integer", "default": 10}
    after: ClassVar[Json] = {"type": "integer", "default": 100000}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Defaults."""
        before, after = pair.annotations("default")
        gone = pair.before.has_annotation("default"), pair.after.has_annotation("default")
        if gone != (True, True) and None in (before, after) and before == after and gone[0] == gone[1]:
            return
        if gone[0] != gone[1] or identity(before) != identity(after):
            was = shown(before) if gone[0] else "not given"
            now = shown(after) if gone[1] else "not given"
            yield Difference("/default", before, after, f"the default of {pair.label} was {was} and is now {now}")
