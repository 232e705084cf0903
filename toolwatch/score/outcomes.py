"""Trials of both editions become one outcome per case and model."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from toolwatch.model.evidence import weigh
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import NO_TOOL, Case, Cost, Suite
from toolwatch.model.trial import Edition, Trial
from toolwatch.score.destination import cost_of, destroys
from toolwatch.score.tally import judge, tally, top_right


def outcomes(
    suite: Suite,
    trials: Sequence[Trial],
    *,
    selection: Selection,
    before: Snapshot,
    after: Snapshot,
    fragile: Mapping[tuple[str, str], float] | None = None,
    renamed: Mapping[str, str] | None = None,
) -> tuple[Outcome, ...]:
    """Judge every picked case of ``suite`` under every model that was asked, in suite order, models sorted.

    ``fragile`` gives for (suite, case) the share of edits without meaning that move it; ``renamed`` the new name of
    every tool that the edit renamed. A picked case without any trial of an edition is ``no_verdict``: what was not
    answered is never a pass.
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
            right=judge(case, renamed),
            placebo_rate=(fragile or {}).get((suite.name, case.id)),
        )
        for model in models
        for case in suite.cases
        if case.id in picked
    )


def status_of(right: Callable[[str], bool], before: Tally, after: Tally) -> Status:
    """Return the verdict on a case from its choices before and after.

    The sequential test of ``model.evidence`` tells the editions apart. An edition without an answer, or with one that
    cannot be read, is ``no_verdict``.
    """
    if not before.counts or not after.counts or before.failed or after.failed:
        return Status.NO_VERDICT
    return weigh(dict(before.counts), dict(after.counts), right).status


def _outcome(
    suite: Suite,
    case: Case,
    model: str,
    by_place: Mapping[tuple[str, str, Edition], list[Trial]],
    picked: Picked,
    *,
    before: Snapshot,
    after: Snapshot,
    right: Callable[[str], bool],
    placebo_rate: float | None,
) -> Outcome:
    old = by_place.get((model, case.id, Edition.BEFORE), [])
    new = by_place.get((model, case.id, Edition.AFTER), [])
    tally_before, tally_after = tally(old), tally(new)
    status = status_of(right, tally_before, tally_after)
    cost, cost_reason = _destination(suite, case, tally_after, after, right)
    harmful_before, harmful_after = _harmful(right, tally_before, before), _harmful(right, tally_after, after)
    return Outcome(
        suite=suite.name,
        case=case.id,
        request=case.request,
        expected=case.expected,
        model=model,
        before=tally_before,
        after=tally_after,
        status=status,
        right_before=top_right(tally_before.counts, right),
        right_after=top_right(tally_after.counts, right),
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
        definitions=_definitions(case, tally_after.top, after),
        trials=(*old, *new),
    )


def _definitions(case: Case, chosen: str, after: Snapshot) -> str:
    """Changes when one of the tools between which the case is decided is defined otherwise."""
    names = sorted({chosen, *case.expected} & after.tool_digests.keys())
    whole = "\n".join(f"{name} {after.tool_digests[name].whole}" for name in names)
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:12] if names else ""


def _destination(
    suite: Suite, case: Case, after_tally: Tally, after: Snapshot, right: Callable[[str], bool]
) -> tuple[Cost | None, str]:
    """The worst wrong place that any repeat landed on, since one refund sent wrongly is one too many."""
    wrong = [tool for tool, _ in after_tally.counts if not right(tool)]
    costs = [
        cost_of(tool, case, suite, None if tool == NO_TOOL else after.listing.tool(tool)) for tool in sorted(wrong)
    ]
    return min(costs, key=lambda item: list(Cost).index(item[0])) if costs else (None, "")


def _harmful(right: Callable[[str], bool], one: Tally, snapshot: Snapshot) -> set[str]:
    """Wrong tools that any repeat landed on and that say of themselves that they destroy."""
    return {tool for tool, _ in one.counts if not right(tool) and destroys(snapshot.listing.tool(tool))}


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
