"""The rerun: which cases, asked of which models, and what became of each."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial

from toolwatch import affected, runner, score
from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.model.change import Change
from toolwatch.model.evidence import STANDARD
from toolwatch.model.listing import Completeness
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.report import Compared, Spent
from toolwatch.model.selection import Picked, Selection
from toolwatch.model.similarity import Neighbours
from toolwatch.model.suite import Suite
from toolwatch.model.trial import ModelInfo, Trial
from toolwatch.model.verdict import Blame, Reason
from toolwatch.pipeline.asking import Asking, prepared

Progress = Callable[[str], None]

MOVES = (Status.REGRESSED, Status.FIXED, Status.MOVED)


@dataclass(frozen=True, slots=True)
class Rerun:
    """What asking models added to a check; empty where nothing had to be asked."""

    outcomes: tuple[Outcome, ...] = ()
    selection: Selection = field(default_factory=Selection)
    models: tuple[ModelInfo, ...] = ()
    spent: Spent = field(default_factory=Spent)
    trouble: tuple[Reason, ...] = ()


def rerun(
    compared: Sequence[Compared],
    changes: Sequence[Change],
    suites: Sequence[Suite],
    neighbours: Sequence[tuple[Neighbours, Neighbours]],
    settings: Settings,
    *,
    select: str = "affected",
    models: Sequence[str] = (),
    progress: Progress | None = None,
) -> Rerun:
    """Select per server, ask both editions, widen while sentinels move, and judge.

    Raises:
        UsageError: ``select`` or a model is not known.
        ModelError: something must be asked and the model cannot be used.
    """
    options = _options(select)
    total = Rerun()
    for one, (old_near, new_near) in zip(compared, neighbours, strict=True):
        mine = [suite for suite in suites if suite.server == one.after.server]
        if one.before is None or not mine or _blind(one):
            continue
        chosen = affected.select(
            one.before,
            one.after,
            [change for change in changes if change.server == one.after.server],
            mine,
            before_neighbours=old_near,
            after_neighbours=new_near,
            options=options,
        )
        total = _joined(total, _asked(one, mine, chosen, settings, options, models=models, progress=progress))
    return total


def _options(select: str) -> affected.Options:
    try:
        return affected.Options(mode=affected.Mode(select))
    except ValueError:
        known = ", ".join(affected.Mode)
        raise UsageError(f"--select {select}: there are {known}") from None


def _blind(one: Compared) -> bool:
    """Cases are asked on whole lists only: a list seen in part would be asked about tools that are there."""
    editions = (one.before, one.after)
    return any(edition is None or edition.coverage.completeness is not Completeness.COMPLETE for edition in editions)


def _asked(
    one: Compared,
    suites: Sequence[Suite],
    selection: Selection,
    settings: Settings,
    options: affected.Options,
    *,
    models: Sequence[str],
    progress: Progress | None,
) -> Rerun:
    """Ask every model; each widens by what moved under it, so that the selection is the union."""
    if not selection.picked:
        return Rerun(selection=selection, trouble=_left_unasked(selection))
    parts = [
        _one_model(one, suites, selection, settings, options, name=name, progress=progress)
        for name in (models or settings.run.models or ("",))
    ]
    widest = max((part.selection for part in parts), key=lambda chosen: len(chosen.picked))
    whole = Rerun()
    for part in parts:
        whole = _joined(whole, replace(part, selection=Selection()))
    return replace(whole, selection=widest)


def _one_model(
    one: Compared,
    suites: Sequence[Suite],
    selection: Selection,
    settings: Settings,
    options: affected.Options,
    *,
    name: str,
    progress: Progress | None,
) -> Rerun:
    asking = prepared(settings, name)
    design = replace(STANDARD, most=settings.run.most_repeats, least=min(STANDARD.least, settings.run.most_repeats))
    with closing(asking.store):
        trials: list[Trial] = []
        asked: set[tuple[str, str]] = set()
        while fresh := [item for item in selection.picked if (item.suite, item.case) not in asked]:
            asked |= {(item.suite, item.case) for item in fresh}
            contests = tuple(_contests(fresh, suites, one, settings))
            trials += runner.settle(
                contests,
                asking.provider,
                asking.store,
                design=design,
                options=asking.options,
                ledger=asking.ledger,
                progress=_told(progress),
            )
            outcomes = _outcomes(one, suites, trials, selection)
            moved = {(outcome.suite, outcome.case) for outcome in outcomes if outcome.status in MOVES}
            selection = affected.widen(selection, moved, options=options)
    return Rerun(
        outcomes=outcomes,
        selection=selection,
        models=(asking.provider.info,),
        spent=_spent(asking, trials),
    )


def _contests(
    picked: Sequence[Picked], suites: Sequence[Suite], one: Compared, settings: Settings
) -> Iterator[runner.Contest]:
    """Each picked case with its question before and after, and what is right for it."""
    assert one.before is not None
    by_name = {suite.name: suite for suite in suites}
    for item in picked:
        suite = by_name[item.suite]
        case = suite.case(item.case)
        assert case is not None
        before, after = (
            runner.ask_of(suite, case, edition.listing, instructions=settings.run.instructions)
            for edition in (one.before, one.after)
        )
        yield runner.Contest(suite.name, case.id, before, after, partial(score.is_right, case=case))


def _outcomes(
    one: Compared, suites: Sequence[Suite], trials: Sequence[Trial], selection: Selection
) -> tuple[Outcome, ...]:
    assert one.before is not None
    return tuple(
        outcome
        for suite in suites
        for outcome in score.outcomes(suite, trials, selection=selection, before=one.before, after=one.after)
    )


def _left_unasked(selection: Selection) -> tuple[Reason, ...]:
    """With ``--select none`` an edit that could have moved cases was not tested: that is said, and is no pass."""
    if not selection.left_out:
        return ()
    text = f"{len(selection.left_out)} cases that this edit can have moved were not asked (--select none)"
    return (Reason(text, blocks=False, blame=Blame.MODELS),)


def _told(progress: Progress | None) -> runner.OnProgress | None:
    if progress is None:
        return None

    def tell(state: runner.Progress) -> None:
        left = "" if state.seconds_left is None else f", about {state.seconds_left:.0f} s left"
        progress(f"asked {state.done} of {state.total} ({state.stored} stored, {state.failed} without answer{left})")

    return tell


def _spent(asking: Asking, trials: Sequence[Trial]) -> Spent:
    fresh = [trial.choice for trial in trials if trial.choice is not None and not trial.stored]
    return Spent(
        calls=asking.ledger.calls,
        stored=asking.ledger.stored,
        tokens_in=sum(choice.tokens_in for choice in fresh),
        tokens_out=sum(choice.tokens_out for choice in fresh),
    )


def _joined(one: Rerun, other: Rerun) -> Rerun:
    return Rerun(
        outcomes=(*one.outcomes, *other.outcomes),
        selection=_both(one.selection, other.selection),
        models=(*one.models, *(model for model in other.models if model not in one.models)),
        spent=Spent(
            one.spent.calls + other.spent.calls,
            one.spent.stored + other.spent.stored,
            one.spent.tokens_in + other.spent.tokens_in,
            one.spent.tokens_out + other.spent.tokens_out,
        ),
        trouble=(*one.trouble, *other.trouble),
    )


def _both(one: Selection, other: Selection) -> Selection:
    """Selections of two servers as one: the bound is on all that was left out, so shares are weighed by their size."""
    left = len(one.left_out) + len(other.left_out)
    worst = (one.bound or 0.0) * len(one.left_out) + (other.bound or 0.0) * len(other.left_out)
    return Selection(
        picked=(*one.picked, *other.picked),
        total=one.total + other.total,
        unchanged=one.unchanged + other.unchanged,
        left_out=(*one.left_out, *other.left_out),
        bound=worst / left if left else None,
        confidence=other.confidence,
        waiting=(*one.waiting, *other.waiting),
        frame=one.frame + other.frame,
        round=max(one.round, other.round),
    )
