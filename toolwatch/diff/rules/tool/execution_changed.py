"""How the tool may be run."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.values import identity
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class ExecutionChanged(ToolRule):
    """The ``execution`` field changed: SDKs write whether a tool may run as a task, and no model reads it."""

    code = "TW373"
    fields = ("execution",)
    compat = Compat.NONE
    seen = Seen.NO
    noise = True
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "execution": {"taskSupport": "forbidden"},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """How the tool may be run."""
        before, after = pair.both("execution")
        if identity(before) != identity(after):
            yield Difference("/execution", before, after, "execution changed")
