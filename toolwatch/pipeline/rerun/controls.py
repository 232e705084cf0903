"""Controls of what regressed: edits that mean nothing, on top of the edit and in its place, asked of the same model."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from toolwatch import affected, runner, score
from toolwatch.config.settings import Settings
from toolwatch.model.listing import Listing
from toolwatch.model.outcome import Control, Outcome, Status
from toolwatch.model.report import Compared
from toolwatch.model.suite import Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.pipeline.rerun.asking import Asking, design_of, told

Progress = Callable[[str], None]

_Key = tuple[str, str]
"""A suite and a case."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """One control with the regressions that it is asked for."""

    placebo: affected.Placebo
    onto: Edition
    """The list that it is compared with: AFTER where it stands on top of the edit, BEFORE where it is in its place."""
    outcomes: tuple[Outcome, ...]

    def turns(self, trials: Sequence[Trial], right: Callable[[str], bool]) -> bool:
        """Whether the case is as often right with the control as wrong, or more, where it was the other way without.

        A control that now turns it and now does not is none that it stands up to; a single lucky answer is no turn.
        """
        answers = [trial.chosen for trial in trials if trial.edition is Edition.AFTER]
        share = sum(map(right, answers)) / len(answers)
        return share >= 0.5 if self.onto is Edition.AFTER else share <= 0.5


MOST = 5
"""Answers to one control at which it is judged by what there is."""


def controlled(
    compared: Compared,
    suites: Sequence[Suite],
    outcomes: Sequence[Outcome],
    model: Asking,
    settings: Settings,
    *,
    renamed: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> tuple[Outcome, ...]:
    """The outcomes with the controls of every regression; one that does not stand up to them all is fragile.

    A control costs one call where it changes nothing, and is asked again, at most ``MOST`` times, only where it seems
    to. One that changes nothing of what the model is sent (its text lies behind a client's cut) is left out. What
    ``toolwatch noise`` has found fragile needs none; neither does a case whose right tools are all gone.
    """
    assert compared.before is not None
    after = compared.after.listing
    wanted = [each for each in outcomes if each.status is Status.REGRESSED and not each.fragile and _can(each, after)]
    found: dict[_Key, list[Control]] = defaultdict(list)
    for plan in _plans(wanted, compared.before.listing, after) if settings.run.controls else ():
        if progress:
            progress(f"control: {plan.placebo.name}")
        for key, control in _asked(plan, compared, suites, model, settings, renamed or {}, progress):
            found[key].append(control)
    return tuple(_with(outcome, found.get((outcome.suite, outcome.case), ())) for outcome in outcomes)


def _can(outcome: Outcome, after: Listing) -> bool:
    return not outcome.expected or any(after.tool(name) is not None for name in outcome.expected)


def _plans(wanted: Sequence[Outcome], before: Listing, after: Listing) -> Iterator[_Plan]:
    instead = affected.in_place(before, after)
    if wanted and instead is not None:
        yield _Plan(instead, Edition.BEFORE, tuple(wanted))
    by_tool: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in wanted:
        by_tool[_drawn(outcome, after)].append(outcome)
    for tool in dict.fromkeys(tool.name for tool in after.tools):
        for placebo in affected.on_top(after, tool) if tool in by_tool else ():
            yield _Plan(placebo, Edition.AFTER, tuple(by_tool[tool]))


def _drawn(outcome: Outcome, after: Listing) -> str:
    """The tool that the case goes to now; where that is none, the one that it should go to."""
    return next((name for name in (outcome.after.top, *outcome.expected) if after.tool(name) is not None), "")


def _asked(
    plan: _Plan,
    compared: Compared,
    suites: Sequence[Suite],
    model: Asking,
    settings: Settings,
    renamed: Mapping[str, str],
    progress: Progress | None,
) -> Iterator[tuple[_Key, Control]]:
    """For each case what became of its regression under that control."""
    usual = design_of(settings)
    design = replace(usual, least=1, most=min(usual.most, MOST))
    contests = tuple(
        contest
        for contest in _contests(plan, compared, suites, renamed, instructions=settings.run.instructions)
        if model.provider.key(contest.before) != model.provider.key(contest.after)
    )
    trials = runner.settle(
        contests,
        model.provider,
        model.store,
        design=design,
        options=model.options,
        ledger=model.ledger,
        progress=told(progress),
    )
    by_case: dict[_Key, list[Trial]] = defaultdict(list)
    for trial in trials:
        by_case[trial.suite, trial.case].append(trial)
    for contest in contests:
        mine = by_case[contest.suite, contest.case]
        error = next((trial.error for trial in mine if trial.choice is None), "")
        holds = None if error else not plan.turns(mine, contest.right)
        yield (contest.suite, contest.case), Control(plan.placebo.what, plan.placebo.tool, holds, error)


def _contests(
    plan: _Plan, compared: Compared, suites: Sequence[Suite], renamed: Mapping[str, str], *, instructions: bool
) -> Iterator[runner.Contest]:
    """The list that the control is compared with against the control itself; the answers to the first are at hand."""
    assert compared.before is not None
    base = (compared.after if plan.onto is Edition.AFTER else compared.before).listing
    by_name = {suite.name: suite for suite in suites}
    for outcome in plan.outcomes:
        suite = by_name[outcome.suite]
        case = suite.case(outcome.case)
        assert case is not None
        yield runner.Contest(
            suite.name,
            case.id,
            before=runner.ask_of(suite, case, base, instructions=instructions),
            after=runner.ask_of(suite, case, plan.placebo.listing, instructions=instructions),
            right=score.judge(case, renamed),
            known=_known(outcome, plan.onto),
        )


def _known(outcome: Outcome, onto: Edition) -> tuple[Trial, ...]:
    """The answers of that side, as those of the list that the control is compared with."""
    return tuple(replace(trial, edition=Edition.BEFORE) for trial in outcome.trials if trial.edition is onto)


def _with(outcome: Outcome, controls: Sequence[Control]) -> Outcome:
    if not controls:
        return outcome
    fragile = outcome.fragile or any(control.holds is False for control in controls)
    return replace(outcome, controls=tuple(controls), fragile=fragile)
