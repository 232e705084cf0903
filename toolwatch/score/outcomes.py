"""Trials of both editions become one outcome per case and model."""

from collections.abc import Iterable, Mapping, Sequence

from toolwatch.model.evidence import weigh
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import NO_TOOL, Case, Cost, Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.score.destination import cost_of, destroys
from toolwatch.score.tally import is_right, tally


def outcomes(
    suite: Suite,
    trials: Sequence[Trial],
    *,
    selection: Selection,
    before: Snapshot,
    after: Snapshot,
    fragile: Mapping[tuple[str, str], float] | None = None,
) -> tuple[Outcome, ...]:
    """Judge every picked case of ``suite`` under every model that was asked, in suite order, models sorted.

    ``fragile`` gives for (suite, case) the share of edits without meaning that move it. A picked case without any
    trial of an edition is ``no_verdict``: what was not answered is never a pass.
    """
    picked = {item.case: item for item in selection.picked if item.suite == suite.name}
    models = sorted({trial.model for trial in trials if trial.suite == suite.name})
    by_place: dict[tuple[str, str, Edition], list[Trial]] = {}
    for trial in trials:
        if trial.suite == suite.name:
            by_place.setdefault((trial.model, trial.case, trial.edition), []).append(trial)
    return tuple(
        _outcome(
            suite,
            case,
            model,
            by_place,
            picked[case.id],
            before=before,
            after=after,
            placebo_rate=(fragile or {}).get((suite.name, case.id)),
        )
        for model in models
        for case in suite.cases
        if case.id in picked
    )


def status_of(case: Case, before: Tally, after: Tally) -> Status:
    """Return the verdict on a case from its choices before and after.

    The sequential test of ``model.evidence`` tells the editions apart. An edition without an answer, or with one that
    cannot be read, is ``no_verdict``.
    """
    if not before.counts or not after.counts or before.failed or after.failed:
        return Status.NO_VERDICT
    return weigh(dict(before.counts), dict(after.counts), lambda choice: is_right(choice, case)).status


def _outcome(
    suite: Suite,
    case: Case,
    model: str,
    by_place: Mapping[tuple[str, str, Edition], list[Trial]],
    picked: Picked,
    *,
    before: Snapshot,
    after: Snapshot,
    placebo_rate: float | None,
) -> Outcome:
    old = by_place.get((model, case.id, Edition.BEFORE), [])
    new = by_place.get((model, case.id, Edition.AFTER), [])
    tally_before, tally_after = tally(old), tally(new)
    status = status_of(case, tally_before, tally_after)
    right_after = bool(tally_after.counts) and is_right(tally_after.top, case)
    cost, cost_reason = _destination(suite, case, tally_after, after)
    harmful_before, harmful_after = _harmful(case, tally_before, before), _harmful(case, tally_after, after)
    return Outcome(
        suite=suite.name,
        case=case.id,
        request=case.request,
        expected=case.expected,
        model=model,
        before=tally_before,
        after=tally_after,
        status=status,
        right_before=bool(tally_before.counts) and is_right(tally_before.top, case),
        right_after=right_after,
        reasons=(*picked.reasons, *_notes(status, old, new, tally_before, tally_after)),
        pair=case.pair,
        boundary=case.boundary,
        fact=case.fact,
        cost=cost,
        cost_reason=cost_reason,
        fragile=bool(placebo_rate),
        placebo_rate=placebo_rate,
        sentinel=picked.pick is Pick.SENTINEL,
        destructive=bool(harmful_after - harmful_before),
        destructive_before=bool(harmful_after & harmful_before),
        high_risk=case.risk is Cost.HIGH,
        category=case.category,
        margin_before=_margin(case, old),
        margin_after=_margin(case, new),
        trials=(*old, *new),
    )


def _destination(suite: Suite, case: Case, after_tally: Tally, after: Snapshot) -> tuple[Cost | None, str]:
    """The worst wrong place that any repeat landed on, since one refund sent wrongly is one too many."""
    wrong = [tool for tool, _ in after_tally.counts if not is_right(tool, case)]
    costs = [
        cost_of(tool, case, suite, None if tool == NO_TOOL else after.listing.tool(tool)) for tool in sorted(wrong)
    ]
    return min(costs, key=lambda item: list(Cost).index(item[0])) if costs else (None, "")


def _harmful(case: Case, one: Tally, snapshot: Snapshot) -> set[str]:
    """Wrong tools that any repeat landed on and that say of themselves that they destroy."""
    return {tool for tool, _ in one.counts if not is_right(tool, case) and destroys(snapshot.listing.tool(tool))}


def _notes(status: Status, old: list[Trial], new: list[Trial], before: Tally, after: Tally) -> tuple[str, ...]:
    if status is Status.NO_VERDICT:
        errors = sorted({trial.error for trial in (*old, *new) if trial.error})
        return tuple(errors) or ("it was not asked",)
    if status is Status.SAME and before.top != after.top:
        return (f"{after.top} is right too",)
    return ()


def _margin(case: Case, trials: Iterable[Trial]) -> float | None:
    """Mean probability of the expected tools over the repeats that give probabilities."""
    wanted = case.expected or (NO_TOOL,)
    sums = [
        sum(trial.choice.probabilities.get(tool, 0.0) for tool in wanted)
        for trial in trials
        if trial.choice is not None and trial.choice.probabilities
    ]
    return sum(sums) / len(sums) if sums else None
