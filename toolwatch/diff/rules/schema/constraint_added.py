"""Parts of a schema that newly bind values."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import CompatRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.nodes import SchemaPair
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.words import explained, quoted, written
from toolwatch.model.change import Compat
from toolwatch.model.tool import Json


class ConstraintAdded(CompatRule):
    """A part of the schema that binds values came where there was none: a type of items, a condition, a dependency.

    Check that every value in use satisfies it, or release it as a breaking change.
    """

    code = "TW333"
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
    on_input = Compat.BREAKING
    on_output = Compat.SAFE
    before: ClassVar[Json] = {"type": "array"}
    after: ClassVar[Json] = {"type": "array", "items": {"type": "string"}}

    def compare(self, pair: SchemaPair) -> Iterator[Difference]:
        """Parts of a schema that newly bind values."""
        for keyword in self.keywords:
            before, after = pair.both(keyword)
            if before is None and after is not None:
                yield Difference(
                    f"/{keyword}", None, written(after), f"{pair.label} is now bound by {explained(keyword)}"
                )
            elif keyword in ("patternProperties", "dependentSchemas", "dependentRequired") and before != after:
                for name in sorted(set(after or ()) - set(before or ())):
                    message = f"{pair.label} is now bound by {explained(keyword)} for {quoted(name)}"
                    yield Difference(f"/{keyword}/{escape(name)}", None, written(after[name]), message)
