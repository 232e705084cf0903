"""What the rerun cases give reason for."""

from collections.abc import Iterator, Sequence

from toolwatch.gate.lists import of_action
from toolwatch.gate.policy import Policy
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.suite import NO_TOOL, Cost
from toolwatch.model.verdict import Action, Blame, Reason


def unanswered(outcomes: Sequence[Outcome], policy: Policy) -> Iterator[Reason]:
    """Cases without an answer: above the allowance they make the verdict unknown, below it they are still said."""
    silent = [outcome for outcome in outcomes if outcome.status is Status.NO_VERDICT]
    blocks = len(silent) > policy.no_verdict_allowed
    for outcome in silent:
        why = outcome.reasons[-1] if outcome.reasons else "no answer"
        yield Reason(f"{named(outcome)} has no verdict: {why}", blocks, Blame.MODELS, subject=outcome.subject)
    if outcomes and len(silent) == len(outcomes) and not blocks:
        yield Reason("no case at all was answered", True, Blame.MODELS)


def judged(outcomes: Sequence[Outcome], policy: Policy) -> Iterator[Reason]:
    """Reasons for every answered case, one per case: the first kind of trouble that applies."""
    low = [outcome for outcome in outcomes if _regressed(outcome) and outcome.cost is Cost.LOW and not outcome.fragile]
    few_low = len(low) <= policy.low_cost_allowed
    for outcome in outcomes:
        if outcome.status is Status.NO_VERDICT:
            continue
        action, text = _judge(outcome, policy, few_low=few_low)
        reason = of_action(action, text, outcome.subject)
        if reason:
            yield reason


def named(outcome: Outcome) -> str:
    """How a reason names a case."""
    return f"{outcome.suite}/{outcome.case} ({outcome.model})"


def _judge(outcome: Outcome, policy: Policy, *, few_low: bool) -> tuple[Action, str]:
    went = f"{named(outcome)}: {outcome.before.top} before, {outcome.after.top} after, {_expected(outcome)} expected"
    if outcome.destructive:
        return policy.destructive, f"wrongly on a destructive tool: {went}"
    if _regressed(outcome):
        return _new_failure(outcome, policy, went, few_low=few_low)
    if outcome.status is Status.UNSTABLE:
        return policy.unstable, f"unstable, differs between repeats: {went}"
    if outcome.high_risk and not outcome.right_after:
        return policy.high_risk, f"wrong on a high-risk case: {went}"
    if outcome.destructive_before:
        return policy.destructive_known, f"wrongly on a destructive tool, as before this edit: {went}"
    if outcome.status is Status.MOVED:
        return policy.moved, f"moved from one wrong tool to another: {went}"
    return Action.IGNORE, ""


def _new_failure(outcome: Outcome, policy: Policy, went: str, *, few_low: bool) -> tuple[Action, str]:
    cost = outcome.cost or Cost.MEDIUM
    why = f"{cost} cost: {outcome.cost_reason}" if outcome.cost_reason else f"{cost} cost"
    if outcome.fragile:
        return policy.fragile.get(cost, Action.REVIEW), f"fragile new failure{_measured(outcome)}: {went} ({why})"
    action = policy.regressed.get(cost, Action.BLOCK)
    if cost is Cost.LOW and few_low and action is Action.BLOCK and policy.low_cost_allowed:
        action = Action.WARN
    kind = "new failure, no tool called" if outcome.after.top == NO_TOOL else "new failure"
    return action, f"{kind}: {went} ({why})"


def _measured(outcome: Outcome) -> str:
    undone = sum(control.holds is False for control in outcome.controls)
    if undone:
        return f", turned by {undone} of {len(outcome.controls)} meaningless edits"
    rate = outcome.placebo_rate
    return "" if rate is None else f", moved by {rate:.0%} of meaningless edits"


def _expected(outcome: Outcome) -> str:
    return " or ".join(outcome.expected) or NO_TOOL


def _regressed(outcome: Outcome) -> bool:
    return outcome.status is Status.REGRESSED
