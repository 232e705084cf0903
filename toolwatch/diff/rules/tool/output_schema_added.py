"""A schema of results where there was none."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.model.change import Compat, Side
from toolwatch.model.tool import Json


class OutputSchemaAdded(ToolRule):
    """The tool now promises the form of its results, where it promised nothing."""

    code = "TW374"
    fields = ("outputSchema",)
    compat = Compat.SAFE
    side = Side.OUTPUT
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object"},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """A schema of results where there was none."""
        before, after = pair.before.output_schema, pair.after.output_schema
        if before is None and after is not None:
            yield Difference("/outputSchema", None, after, "results now have a schema")
