"""How the tool may be run."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ToolPair, ToolRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.messages import call_of
from toolwatch.diff.schema.values import identity
from toolwatch.diff.words import shown
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class ExecutionChanged(ToolRule):
    """The ``execution`` field changed: it says whether a call may, must or must not be a task, and no model reads it.

    By the revision of 2025-11-25, ``required`` takes calls that are tasks, ``forbidden`` (or nothing) calls that are
    none, and ``optional`` both. A way to call that is lost breaks the clients that use it: offer both for a while. The
    revision of 2026-07-28 has the field no more.
    """

    code = "TW373"
    fields = ("execution",)
    compat = Compat.NONE
    seen = Seen.NO
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
        if identity(before) == identity(after):
            return
        (own, was), (other, now) = _ways(before), _ways(after)
        if own is None or other is None:
            message = f"taskSupport was {was} and is now {now}, which no revision of the protocol knows"
            yield Difference("/execution", before, after, message, compat=Compat.UNCLEAR)
        elif lost := own - other:
            message = f"a call {'must no longer' if TASK in lost else 'must now'} be a task"
            witness = call_of(pair.before, task=TASK in lost)
            yield Difference("/execution", before, after, message, compat=Compat.BREAKING, witness=witness)
        elif gained := other - own:
            message = f"a call may now {'be' if TASK in gained else 'also be other than'} a task"
            yield Difference("/execution", before, after, message, compat=Compat.SAFE)
        else:
            yield Difference("/execution", before, after, "execution changed")


PLAIN, TASK = "plain", "task"
_WAYS = {
    "forbidden": frozenset({PLAIN}),
    "optional": frozenset({PLAIN, TASK}),
    "required": frozenset({TASK}),
}


def _ways(execution: Json) -> tuple[frozenset[str] | None, str]:
    """How a tool may be called, None where that is not known, and how the tool says so."""
    said = execution.get("taskSupport") if isinstance(execution, dict) else None
    if said is None:
        return _WAYS["forbidden"], "not given"
    return (_WAYS.get(said) if isinstance(said, str) else None), shown(said)
