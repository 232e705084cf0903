"""Other annotations."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.hints import RISKS, reported
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import quoted, shown
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class AnnotationChanged(ToolRule):
    """An annotation changed that neither grants the tool more nor relaxes a promise without a cause."""

    code = "TW369"
    fields = ("annotations",)
    compat = Compat.SAFE
    before: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "annotations": {"category": "a"},
    }
    after: ClassVar[Json] = {
        "name": "refund",
        "description": "Refund one order in full.",
        "inputSchema": {"type": "object"},
        "annotations": {"category": "b"},
    }

    def compare(self, pair: ToolPair) -> Iterator[Difference]:
        """Other annotations."""
        before, after = pair.before.annotations, pair.after.annotations
        for name in sorted({*before, *after} - {"title"}):
            if identity(before.get(name)) != identity(after.get(name)) and not reported(pair, name):
                now = (before.get(name), after.get(name))
                was, becomes = (shown(side[name]) if name in side else "not given" for side in (before, after))
                message = f"annotation {quoted(name)} was {was} and is now {becomes}"
                same = name in RISKS and pair.before.hint(name) == pair.after.hint(name)
                compat, seen = (Compat.NONE, Seen.NO) if same else (None, None)
                yield Difference(f"/annotations/{escape(name)}", *now, message, compat=compat, seen=seen)
