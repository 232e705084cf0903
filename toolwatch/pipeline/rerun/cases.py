"""The rerun: which cases, asked of which models, and what became of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from toolwatch import affected, runner, score
from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import ModelError
from toolwatch.model.change import Change, renames
from toolwatch.model.listing import Completeness
from toolwatch.model.noise import Noise
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.report import Compared, Spent
from toolwatch.model.selection import Picked, Selection
from toolwatch.model.similarity import Neighbours
from toolwatch.model.suite import Suite
from toolwatch.model.trial import ModelInfo, Trial
from toolwatch.model.verdict import Blame, Reason
from toolwatch.pipeline.rerun import asking, controls, knowledge
from toolwatch.pipeline.rerun.purse import Purse

Progress = Callable[[str], None]

MOVES = (Status.REGRESSED, Status.FIXED, Status.MOVED)


@dataclass(frozen=True, slots=True)
class Side:
    """One server with everything that a selection is made from."""

    compared: Compared
    label: str
    """What the list is called in the report; see ``labels``."""
    changes: tuple[Change, ...]
    suites: tuple[Suite, ...]
    near_before: Neighbours
    near_after: Neighbours

    @property
    def renamed(self) -> dict[str, str]:
        """The new name of every tool that the edit renamed."""
        return renames(self.changes)


@dataclass(frozen=True, slots=True)
class Wish:
    """How much is asked, and of whom; what is left empty is as configured."""

    mode: str = ""
    models: tuple[str, ...] = ()
    budget: BudgetSettings = field(default_factory=BudgetSettings)


@dataclass(frozen=True, slots=True)
class Rerun:
    """What asking models added to a check; empty where nothing had to be asked."""

    outcomes: tuple[Outcome, ...] = ()
    selection: Selection = field(default_factory=Selection)
    models: tuple[ModelInfo, ...] = ()
    noise: tuple[Noise, ...] = ()
    """What is known of the noise of these models on these suites."""
    spent: Spent = field(default_factory=Spent)
    trouble: tuple[Reason, ...] = ()


_NOTES = 3
"""Conversions that are told one by one."""


def rerun(sides: Sequence[Side], wish: Wish, settings: Settings, *, progress: Progress | None = None) -> Rerun:
    """Select per server and model, ask both editions, widen while cases move, and judge.

    A server that was not seen whole on both sides is not asked about: its list would be that of another server.

    Raises:
        UsageError: a model is not known. A model that cannot be used is trouble in the result: what else was found
            is still told.
    """
    total = Rerun()
    purse = Purse(settings, wish.budget)
    for side in sides:
        if side.compared.before is not None and side.suites and not _blind(side.compared):
            total = _joined(total, _of_server(side, wish, purse, settings, progress))
    return replace(total, spent=purse.spent)


def _blind(one: Compared) -> bool:
    editions = (one.before, one.after)
    return any(edition is None or edition.coverage.completeness is not Completeness.COMPLETE for edition in editions)


def _of_server(side: Side, wish: Wish, purse: Purse, settings: Settings, progress: Progress | None) -> Rerun:
    """Ask every model. Each selects for itself; the report shows the widest selection."""
    options = settings.select.options(mode=wish.mode)
    empty = [suite.name for suite in side.suites if not suite.cases]
    hints = Rerun()
    if empty and _edited(side.compared):
        text = (
            f"the suite {', '.join(empty)} has no case, so it says nothing about {side.label}; "
            f"`toolwatch suite add {empty[0].partition(':')[0]}` writes one"
        )
        hints = Rerun(trouble=(Reason(text, options.mode is not affected.Mode.NONE, Blame.MODELS),))
    first = _select(side, options)
    if not first.picked:
        return replace(hints, selection=first, trouble=(*hints.trouble, *_left_unasked(first)))
    parts = [hints]
    for name in wish.models or settings.run.models or ("",):
        try:
            parts.append(_one_model(side, options, purse, settings, name=name, progress=progress))
        except ModelError as error:
            parts.append(Rerun(selection=first, trouble=(Reason(str(error), True, Blame.MODELS),)))
    whole = Rerun()
    for part in parts:
        whole = _joined(whole, replace(part, selection=Selection()))
    return replace(whole, selection=max((part.selection for part in parts), key=lambda chosen: len(chosen.picked)))


def _edited(one: Compared) -> bool:
    return one.before is not None and one.before.digests != one.after.digests


def _select(side: Side, options: affected.Options, earlier: Sequence[Outcome] = ()) -> Selection:
    assert side.compared.before is not None
    return affected.select(
        side.compared.before,
        side.compared.after,
        side.changes,
        side.suites,
        before_neighbours=side.near_before,
        after_neighbours=side.near_after,
        earlier=earlier,
        options=options,
    )


def _one_model(
    side: Side,
    options: affected.Options,
    purse: Purse,
    settings: Settings,
    *,
    name: str,
    progress: Progress | None,
) -> Rerun:
    model = purse.model(name)
    with closing(model.store):
        known = knowledge.gather(
            side.compared,
            side.suites,
            model.provider,
            model.store,
            instructions=settings.run.instructions,
            scorer=settings.select.scorer,
        )
        options = known.into(options)
        selection = _select(side, options, known.earlier)
        trials: list[Trial] = []
        asked: set[tuple[str, str]] = set()
        while fresh := [item for item in selection.picked if (item.suite, item.case) not in asked]:
            asked |= {(item.suite, item.case) for item in fresh}
            trials += runner.settle(
                tuple(_contests(fresh, side, settings)),
                model.provider,
                model.store,
                design=asking.design_of(settings),
                options=model.options,
                ledger=model.ledger,
                progress=asking.told(progress),
            )
            outcomes = _outcomes(side, trials, selection, known.fragile)
            moved = {(outcome.suite, outcome.case) for outcome in outcomes if outcome.status in MOVES}
            wider = affected.widen(selection, moved, options=options)
            done = len(wider.picked) == len(selection.picked)
            selection = affected.partners(wider, moved, side.suites, options=options) if done else wider
            if len(selection.picked) == len(asked) and options.budget is None:
                selection = affected.stored(selection, _at_hand(selection, side, model, settings))
        outcomes = controls.controlled(
            side.compared,
            side.suites,
            _outcomes(side, trials, selection, known.fragile),
            model,
            settings,
            renamed=side.renamed,
            progress=progress,
        )
    return Rerun(
        outcomes=outcomes,
        selection=selection,
        models=(model.provider.info,),
        noise=known.noise,
        trouble=tuple(_sent_otherwise(model.provider, side, outcomes)),
    )


def _sent_otherwise(provider: runner.Provider, side: Side, outcomes: Sequence[Outcome]) -> Iterator[Reason]:
    """What the model was sent otherwise than the list says; a case whose tool was not sent at all proves nothing."""
    after = side.compared.after
    notes = provider.conversions(after.tools)
    label = provider.info.label
    unsent = {tool.name for tool in after.tools} - {one.tool for one in provider.sent(after.tools)}
    blind = sorted(outcome.case for outcome in outcomes if outcome.expected and unsent.issuperset(outcome.expected))
    if blind:
        text = f"{label} was not sent the tool that is right for {', '.join(blind[:_NOTES])}"
        more = f" and {len(blind) - _NOTES} more cases" if len(blind) > _NOTES else ""
        yield Reason(f"{text}{more}: `toolwatch preview` shows why", blocks=True, blame=Blame.MODELS)
    if notes:
        more = f"; and {len(notes) - _NOTES} more" if len(notes) > _NOTES else ""
        told = f"{label} was sent {side.label} otherwise: {'; '.join(notes[:_NOTES])}{more}"
        yield Reason(told, blocks=False, blame=Blame.MODELS)


def _contests(picked: Sequence[Picked], side: Side, settings: Settings) -> Iterator[runner.Contest]:
    """Each picked case with its question before and after, and what is right for it."""
    assert side.compared.before is not None
    by_name = {suite.name: suite for suite in side.suites}
    for item in picked:
        suite = by_name[item.suite]
        case = suite.case(item.case)
        assert case is not None
        before, after = (
            runner.ask_of(suite, case, edition.listing, instructions=settings.run.instructions)
            for edition in (side.compared.before, side.compared.after)
        )
        yield runner.Contest(suite.name, case.id, before, after, score.judge(case, side.renamed))


def _at_hand(selection: Selection, side: Side, model: asking.Asking, settings: Settings) -> set[tuple[str, str]]:
    """The waiting cases that can be judged by stored answers alone."""
    contests = [
        contest
        for contest in _contests(selection.waiting, side, settings)
        if all(model.store.get(model.provider.key(ask), 0) is not None for ask in (contest.before, contest.after))
    ]
    trials = runner.settle(
        contests,
        model.provider,
        model.store,
        design=asking.design_of(settings),
        options=model.options,
        ledger=runner.Ledger(runner.Budget(calls=0)),
    )
    lacking = {(trial.suite, trial.case) for trial in trials if trial.choice is None}
    return {(contest.suite, contest.case) for contest in contests} - lacking


def _outcomes(
    side: Side, trials: Sequence[Trial], selection: Selection, fragile: Mapping[tuple[str, str], float]
) -> tuple[Outcome, ...]:
    before, after = side.compared.before, side.compared.after
    assert before is not None
    return tuple(
        outcome
        for suite in side.suites
        for outcome in score.outcomes(
            suite, trials, selection=selection, before=before, after=after, fragile=fragile, renamed=side.renamed
        )
    )


def _left_unasked(selection: Selection) -> tuple[Reason, ...]:
    """With ``--select none`` an edit that can have moved cases was not tested, and that is said."""
    if not selection.left_out:
        return ()
    text = f"{len(selection.left_out)} cases that this edit can have moved were not asked (--select none)"
    return (Reason(text, blocks=False, blame=Blame.MODELS),)


def _joined(one: Rerun, other: Rerun) -> Rerun:
    return Rerun(
        outcomes=(*one.outcomes, *other.outcomes),
        selection=_both(one.selection, other.selection),
        models=(*one.models, *(model for model in other.models if model not in one.models)),
        noise=(*one.noise, *other.noise),
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
