"""A schema of results that is gone."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.messages import bare_result
from toolwatch.model.change import Compat, Side
from toolwatch.model.tool import Json


class OutputSchemaRemoved(ToolRule):
    """The tool no longer promises any form of its results: readers of structured content get none, or anything.

    Keep the schema as long as results follow it.
    """

    code = "TW375"
    fields = ("outputSchema",)
    compat = Compat.BREAKING
    side = Side.OUTPUT
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object"},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """A schema of results that is gone."""
        before, after = pair.before.output_schema, pair.after.output_schema
        if before is not None and after is None:
            message = "results no longer have a schema"
            yield Difference("/outputSchema", before, None, message, witness=bare_result())
