"""Values that an enumeration no longer has."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import listed
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class EnumValueRemoved(CompatRule):
    """A value that was allowed no longer is: callers may still send it, readers just stop seeing it.

    Keep the value and answer it with an error that names its successor, or release it as a breaking change.
    """

    code = "TW301"
    keywords = ("enum",)
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"enum": ["open", "closed", "pending"]}
    after: ClassVar[Json] = {"enum": ["open", "closed"]}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Values that an enumeration no longer has."""
        before, after = pair.both("enum")
        if before is None or after is None:
            return
        kept = {identity(value) for value in after}
        gone = [value for value in before if identity(value) not in kept and value is not None]
        if gone:
            message = f"{pair.label} no longer allows {listed(gone)}"
            yield Difference("/enum", before, after, message, values=tuple(gone))
