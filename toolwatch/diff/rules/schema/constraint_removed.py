"""Parts of a schema that no longer bind values."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.words import explained, quoted, written
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class ConstraintRemoved(CompatRule):
    """A part of the schema that bound values is gone: readers may meet values that it kept out.

    On the output side keep what results still follow.
    """

    code = "TW334"
    keywords = (
        "items",
        "prefixItems",
        "contains",
        "propertyNames",
        "patternProperties",
        "not",
        "if",
        "then",
        "else",
        "allOf",
        "dependentSchemas",
        "dependentRequired",
        "unevaluatedItems",
        "anyOf",
        "oneOf",
    )
    on_input = Compat.SAFE
    on_output = Compat.BREAKING
    before: ClassVar[Json] = {"type": "array", "items": {"type": "string"}}
    after: ClassVar[Json] = {"type": "array"}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Parts of a schema that no longer bind values."""
        for keyword in self.keywords:
            before, after = pair.both(keyword)
            if before is not None and after is None:
                yield Difference(
                    f"/{keyword}", written(before), None, f"{pair.label} is no longer bound by {explained(keyword)}"
                )
            elif keyword in ("patternProperties", "dependentSchemas", "dependentRequired") and before != after:
                for name in sorted(set(before or ()) - set(after or ())):
                    message = f"{pair.label} is no longer bound by {explained(keyword)} for {quoted(name)}"
                    yield Difference(f"/{keyword}/{escape(name)}", written(before[name]), None, message)
