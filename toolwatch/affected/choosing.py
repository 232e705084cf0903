"""Changes and suites become the cases worth rerunning, and a bound on what the rest may hide."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import ceil

from toolwatch.affected import sentinels
from toolwatch.affected.bound import moved_at_most
from toolwatch.affected.edit import Edit, between
from toolwatch.affected.options import Mode, Options
from toolwatch.affected.relations import Relations, Tie
from toolwatch.model.change import Change
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Case, Suite

STEPS = (1 / 3, 1 / 2, 1.0)
"""Share of what waits that each widening adds."""
DOUBT = (0.6, 0.3, 0.1)
"""How the doubt that the bound may leave is spent over the rounds, so that stopping at any of them keeps it."""


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
    """Choose the cases to rerun for an edit of one server, best first.

    A case whose request is the same before and after is never rerun. Of the others those are taken that something
    ties to the edit; a sample of the rest, the sentinels, watches over it (see ``widen``).
    """
    chosen = options or Options()
    mine = [suite for suite in suites if suite.server in (before.server, after.server)]
    total = sum(len(suite.cases) for suite in mine)
    edit = between(before, after, changes)
    if not edit:
        return Selection(total=total, unchanged=total, confidence=chosen.confidence)
    ranked = _ranked(
        edit, mine, chosen, earlier, before=before, after=after, near=(before_neighbours, after_neighbours)
    )
    if chosen.mode is Mode.ALL:
        every = tuple(replace(item, pick=Pick.ALL) for item in ranked)
        return Selection(picked=every, total=total, confidence=chosen.confidence)
    if chosen.mode is Mode.NONE:
        return _close(Selection(total=total, confidence=chosen.confidence, waiting=ranked), 1.0 if ranked else None)
    seed = "\0".join((chosen.salt, before.digests.as_sent, after.digests.as_sent))
    return _first(ranked, total, seed, chosen)


def widen(selection: Selection, moved: Collection[tuple[str, str]], *, options: Options | None = None) -> Selection:
    """Add cases when a sentinel of the present round is among ``moved`` ((suite, case)), else settle the bound.

    Call it after the picked cases were run, until it picks nothing new. Each widening takes the best of what waits
    and draws new sentinels from what is left, in three steps to everything. Where a budget ends that, the bound says
    what the sentinels that moved mean for the rest.
    """
    chosen = options or Options()
    seen = sum((item.suite, item.case) in moved for item in selection.sentinels)
    if not selection.waiting or not seen:
        return selection
    number = ceil(len(selection.waiting) * STEPS[min(selection.round, len(STEPS) - 1)])
    if chosen.budget is not None:
        number = min(number, chosen.budget - len(selection.picked) - chosen.sentinels)
        if number <= 0:
            return _exhausted(selection, seen)
    taken = tuple(
        replace(
            item,
            pick=Pick.WIDENED,
            reasons=(*item.reasons, "a sentinel moved, so the run was widened"),
            round=selection.round + 1,
        )
        for item in selection.waiting[:number]
    )
    seed = "\0".join(f"{item.suite}\0{item.case}" for item in selection.sentinels)
    wider = replace(selection, picked=(*selection.picked, *taken), round=selection.round + 1)
    return _watch(wider, selection.waiting[number:], seed, chosen, dropped=0)


def _ranked(
    edit: Edit,
    suites: Sequence[Suite],
    options: Options,
    earlier: Sequence[Outcome],
    *,
    before: Snapshot,
    after: Snapshot,
    near: tuple[Neighbours, Neighbours],
) -> tuple[Picked, ...]:
    picked = []
    for suite in suites:
        relations = Relations(edit, before, after, suite, *near, earlier, options)
        for case in suite.cases:
            ties = [*relations.of(case), *_fragility(suite, case, earlier, options)]
            picked.append(_picked(suite, case, ties))
    return tuple(sorted(picked, key=lambda item: (-item.rank, item.suite, item.case)))


def _fragility(suite: Suite, case: Case, earlier: Sequence[Outcome], options: Options) -> list[Tie]:
    """What says that a case moves easily, whatever the edit."""
    ties = []
    if rate := options.fragile.get((suite.name, case.id)):
        ties.append(Tie(min(0.5 + rate / 2, 0.95), f"fragile: {rate:.0%} of the edits that mean nothing move it"))
    mine = [outcome for outcome in earlier if (outcome.suite, outcome.case) == (suite.name, case.id)]
    if any(outcome.status is Status.UNSTABLE for outcome in mine):
        ties.append(Tie(0.5, "was unstable before"))
    margins = [
        margin for outcome in mine for margin in (outcome.margin_before, outcome.margin_after) if margin is not None
    ]
    if margins and 0.25 < min(margins) < 0.75:
        ties.append(Tie(0.3, f"its margin was small before (probability {min(margins):.2f})"))
    if any(outcome.status in (Status.REGRESSED, Status.FIXED, Status.MOVED) for outcome in mine):
        ties.append(Tie(0.4, "an earlier edit moved it"))
    return ties


def _picked(suite: Suite, case: Case, ties: Sequence[Tie]) -> Picked:
    """Rank a case: ties add up as independent chances of having moved."""
    still = 1.0
    for tie in ties:
        still *= 1 - tie.strength
    order = sorted(ties, key=lambda tie: (-tie.strength, tie.reason))
    reasons = tuple(tie.reason for tie in order) or ("nothing ties it to the edit",)
    return Picked(suite.name, case.id, Pick.AFFECTED, reasons, round(1 - still, 4))


def _first(ranked: tuple[Picked, ...], total: int, seed: str, options: Options) -> Selection:
    affected = [item for item in ranked if item.rank >= options.least_rank]
    rest = tuple(item for item in ranked if item.rank < options.least_rank)
    room = len(affected) if options.budget is None else max(options.budget - _sample_size(rest, options), 0)
    dropped = affected[room:]
    selection = Selection(picked=tuple(affected[:room]), total=total, confidence=options.confidence)
    return _watch(selection, rest, seed, options, dropped=len(dropped), ahead=tuple(dropped))


def _sample_size(rest: Sequence[Picked], options: Options) -> int:
    return len(sentinels.draw(rest, "", options))


def _watch(
    selection: Selection,
    rest: tuple[Picked, ...],
    seed: str,
    options: Options,
    *,
    dropped: int,
    ahead: tuple[Picked, ...] = (),
) -> Selection:
    """Draw the sentinels of a round from ``rest`` and bound what stays out; ``ahead`` are cases a budget cut."""
    drawn = sentinels.draw(rest, f"{seed}\0{selection.round}", options)
    watching = tuple(
        replace(
            item,
            pick=Pick.SENTINEL,
            reasons=(f"sentinel: one of {len(drawn)} drawn from {len(rest)}",),
            round=selection.round,
        )
        for item in rest
        if (item.suite, item.case) in drawn
    )
    waiting = (*ahead, *(item for item in rest if (item.suite, item.case) not in drawn))
    doubt = (1 - options.confidence) * DOUBT[min(selection.round, len(DOUBT) - 1)]
    most = moved_at_most(len(rest), len(drawn), 0, round(1 - doubt, 12)) + dropped
    watched = replace(selection, picked=(*selection.picked, *watching), waiting=waiting, frame=len(rest))
    return _close(watched, most / len(waiting) if waiting else None)


def _exhausted(selection: Selection, seen: int) -> Selection:
    """Sentinels moved and no budget is left: what the sample says of its frame, and nothing of the cases cut before."""
    sample = len(selection.sentinels)
    confidence = 1 - (1 - selection.confidence) * DOUBT[min(selection.round, len(DOUBT) - 1)]
    most = moved_at_most(selection.frame, sample, seen, round(confidence, 12)) - seen
    cut = len(selection.waiting) - (selection.frame - sample)
    return _close(selection, min((most + cut) / len(selection.waiting), 1.0))


def _close(selection: Selection, bound: float | None) -> Selection:
    left = tuple((item.suite, item.case) for item in selection.waiting)
    return replace(selection, left_out=left, bound=bound)
