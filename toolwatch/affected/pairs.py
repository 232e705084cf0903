"""The other case of a pair of which one moved: a person decides on a boundary with both sides before them."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from toolwatch.affected.options import Options
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.suite import Suite

WHY = "the other case of its pair moved"
STORED = "its answers to both lists are at hand"


def partners(
    selection: Selection, moved: Collection[tuple[str, str]], suites: Sequence[Suite], *, options: Options | None = None
) -> Selection:
    """Add the waiting cases that share a pair with a case in ``moved`` ((suite, case)), as far as a budget allows.

    Call it when ``widen`` adds nothing more. The bound stays one on the same number of moved cases, now among fewer:
    which cases are sentinels did not depend on the pairs.
    """
    chosen = options or Options()
    pairs = {(suite.name, case.id): (suite.name, case.pair) for suite in suites for case in suite.cases if case.pair}
    torn = {pairs[key] for key in moved if key in pairs}
    room = len(selection.waiting) if chosen.budget is None else max(chosen.budget - len(selection.picked), 0)
    taken = [item for item in selection.waiting if pairs.get((item.suite, item.case)) in torn][:room]
    return _with(selection, taken, Pick.PARTNER, WHY)


def stored(selection: Selection, known: Collection[tuple[str, str]]) -> Selection:
    """Add the waiting cases in ``known`` ((suite, case)), whose answers to both lists are at hand and cost nothing.

    Call it when nothing else is to be added. Else the second run of a check that has asked everything, which knows more
    when it orders the cases, could leave out what went wrong in the first.
    """
    return _with(
        selection, [item for item in selection.waiting if (item.suite, item.case) in known], Pick.WIDENED, STORED
    )


def _with(selection: Selection, taken: Sequence[Picked], pick: Pick, why: str) -> Selection:
    if not taken:
        return selection
    asked = {(item.suite, item.case) for item in taken}
    waiting = tuple(item for item in selection.waiting if (item.suite, item.case) not in asked)
    bound = None
    if waiting and selection.bound is not None:
        bound = min(selection.bound * len(selection.waiting) / len(waiting), 1.0)
    return replace(
        selection,
        picked=(
            *selection.picked,
            *(replace(item, pick=pick, reasons=(why, *item.reasons)) for item in taken),
        ),
        waiting=waiting,
        left_out=tuple((item.suite, item.case) for item in waiting),
        bound=bound,
    )
