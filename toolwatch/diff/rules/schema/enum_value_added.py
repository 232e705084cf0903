"""Values that an enumeration gained."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import listed
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class EnumValueAdded(CompatRule):
    """A value is allowed that was not: callers gain a choice, readers may meet a value that they do not know.

    On the output side say in the description that the list may grow, or release it as a breaking change.
    """

    code = "TW302"
    keywords = ("enum",)
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"enum": ["queued", "done"]}
    after: ClassVar[Json] = {"enum": ["queued", "done", "lost"]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Values that an enumeration gained."""
        before, after = pair.both("enum")
        if before is None or after is None:
            return
        known = {identity(value) for value in before}
        new = [value for value in after if identity(value) not in known and value is not None]
        if new:
            yield Difference("/enum", before, after, f"{pair.label} also allows {listed(new)}", values=tuple(new))
