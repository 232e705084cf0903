"""Changes and suites become the cases worth rerunning, and a bound on what the rest may hide.

The cases are ranked by their risk. A run starts at the top of the ranking and goes on for as long as cases move there;
a random sample of the rest, the sentinels, watches over it. When a sentinel moves, a third of the rest is added, then
half of what is left, then all of it, each time under new sentinels. So few cases are run where little moves, and all
of them where the model moves anywhere.

Why the bound holds: which cases lie beyond the reach of the ranking does not depend on which of them are sentinels,
so those are a random sample of them; and the doubt that the bound may leave is divided among the rounds, so that
looking again after a round keeps it.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import ceil

from toolwatch.affected import sentinels
from toolwatch.affected.bound import moved_at_most
from toolwatch.affected.edit import between
from toolwatch.affected.ground import Ground
from toolwatch.affected.options import Mode, Options
from toolwatch.affected.relations import Relations
from toolwatch.model.change import Change
from toolwatch.model.outcome import Outcome
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite

STEPS = (1 / 3, 1 / 2, 1.0)
"""Share of what waits that each round of widening adds."""
DOUBT = (0.6, 0.3, 0.1)
"""How the doubt that the bound may leave is divided among the rounds."""


def select(
    before: Snapshot,
    after: Snapshot,
    changes: Sequence[Change],
    suites: Sequence[Suite],
    *,
    before_neighbours: Neighbours,
    after_neighbours: Neighbours,
    earlier: Sequence[Outcome] = (),
    options: Options | None = None,
) -> Selection:
    """Choose the cases to rerun first for an edit of one server, best first; ``widen`` goes on from there.

    A case whose request is the same before and after is never rerun. ``earlier`` are outcomes of the list before the
    edit, from stored answers: where cases went, and how probable that was, orders them better than words do.
    """
    chosen = options or Options()
    mine = [suite for suite in suites if suite.server in (before.server, after.server)]
    total = sum(len(suite.cases) for suite in mine)
    edit = between(before, after, changes)
    if not edit:
        return Selection(total=total, unchanged=total, confidence=chosen.confidence)
    grounds = [Ground(suite, before, after, earlier, chosen) for suite in mine]
    ranked = _ranked([Relations(edit, ground, before_neighbours, after_neighbours, chosen) for ground in grounds])
    empty = Selection(total=total, confidence=chosen.confidence, waiting=ranked)
    if chosen.mode is Mode.ALL:
        return replace(empty, picked=tuple(replace(item, pick=Pick.ALL) for item in ranked), waiting=())
    if chosen.mode is Mode.NONE:
        return _close(empty, 1.0)
    seed = "\0".join((chosen.salt, before.digests.as_sent, after.digests.as_sent))
    return _watched(_reached(replace(empty, seed=seed), _room(chosen.dry(total), empty, chosen)), chosen)


def widen(selection: Selection, moved: Collection[tuple[str, str]], *, options: Options | None = None) -> Selection:
    """Go on after the picked cases were run and those in ``moved`` ((suite, case)) had moved.

    Call it until it returns what it was given: then nothing is to be added, and the bound stands. Where a budget ends
    the widening, the bound says what the sentinels that moved mean for the rest.
    """
    chosen = options or Options()
    if not selection.waiting:
        return selection
    seen = sum((item.suite, item.case) in moved for item in selection.sentinels)
    if seen:
        return _alarmed(selection, seen, chosen)
    ranking = [item for item in selection.ranking if item.place < selection.reach]
    last = max((item.place + 1 for item in ranking if (item.suite, item.case) in moved), default=0)
    wanted = last + chosen.dry(selection.total)
    if last == 0 or wanted <= selection.reach:
        return selection
    room = selection.reach + _room(wanted - selection.reach, selection, chosen, watching=True)
    return _watched(_reached(selection, room), chosen) if room > selection.reach else selection


def _ranked(relations: Sequence[Relations]) -> tuple[Picked, ...]:
    risks = [
        (relation.ground.suite.name, case.id, relation.risk(case))
        for relation in relations
        for case in relation.ground.suite.cases
    ]
    ordered = sorted(risks, key=lambda item: (-item[2].rank, item[0], item[1]))
    return tuple(
        Picked(suite, case, Pick.AFFECTED, risk.reasons, risk.rank, place=place)
        for place, (suite, case, risk) in enumerate(ordered)
    )


def _room(wanted: int, selection: Selection, options: Options, *, watching: bool = False) -> int:
    """How many of ``wanted`` further cases a budget allows, once the sentinels have their share."""
    if options.budget is None:
        return wanted
    reserved = 0 if watching else min(options.sentinels, len(selection.waiting))
    return max(min(wanted, options.budget - len(selection.picked) - reserved), 0)


def _reached(selection: Selection, reach: int) -> Selection:
    """Take every case of the ranking before ``reach``."""
    taken = [item for item in selection.waiting if item.place < reach]
    waiting = tuple(item for item in selection.waiting if item.place >= reach)
    return replace(selection, picked=(*selection.picked, *taken), waiting=waiting, reach=reach)


def _alarmed(selection: Selection, seen: int, options: Options) -> Selection:
    """A sentinel moved: add a share of what waits, and watch over the rest with new sentinels."""
    number = _room(ceil(len(selection.waiting) * STEPS[min(selection.round, len(STEPS) - 1)]), selection, options)
    if not number:
        return _exhausted(selection, seen)
    reach = selection.waiting[number - 1].place + 1
    why = "a sentinel moved, so the run was widened"
    taken = tuple(replace(item, pick=Pick.WIDENED, reasons=(*item.reasons, why)) for item in selection.waiting[:number])
    wider = replace(
        selection,
        picked=(*selection.picked, *taken),
        waiting=selection.waiting[number:],
        reach=reach,
        round=selection.round + 1,
    )
    return _watched(wider, options)


def _watched(selection: Selection, options: Options) -> Selection:
    """Draw what sentinels the present frame lacks, and bound what stays out if none of them moves."""
    frame = [*selection.sentinels, *selection.waiting]
    lacking = sentinels.size(len(frame), options) - len(selection.sentinels)
    if options.budget is not None:
        lacking = min(lacking, options.budget - len(selection.picked))
    drawn = sentinels.draw(selection.waiting, lacking, f"{selection.seed}\0{selection.round}")
    why = f"sentinel: drawn from {len(frame)} cases further down the ranking"
    watching = tuple(
        replace(item, pick=Pick.SENTINEL, reasons=(why, *item.reasons), round=selection.round)
        for item in selection.waiting
        if (item.suite, item.case) in drawn
    )
    waiting = tuple(item for item in selection.waiting if (item.suite, item.case) not in drawn)
    watched = replace(selection, picked=(*selection.picked, *watching), waiting=waiting, frame=len(frame))
    sample = len(watched.sentinels)
    most = moved_at_most(len(frame), sample, 0, _confidence(watched))
    return _close(watched, most / len(waiting) if waiting else None)


def _exhausted(selection: Selection, seen: int) -> Selection:
    """Sentinels moved and no budget is left: what the sample says of its frame."""
    most = moved_at_most(selection.frame, len(selection.sentinels), seen, _confidence(selection)) - seen
    return _close(selection, most / len(selection.waiting))


def _confidence(selection: Selection) -> float:
    doubt = (1 - selection.confidence) * DOUBT[min(selection.round, len(DOUBT) - 1)]
    return round(1 - doubt, 12)


def _close(selection: Selection, bound: float | None) -> Selection:
    left = tuple((item.suite, item.case) for item in selection.waiting)
    return replace(selection, left_out=left, bound=bound if left else None)
