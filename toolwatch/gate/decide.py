"""The gate: everything found becomes one decision, each part of it with its reason."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from toolwatch.gate import lists, models
from toolwatch.gate.policy import Policy
from toolwatch.model.change import Change
from toolwatch.model.finding import Finding
from toolwatch.model.outcome import Outcome
from toolwatch.model.report import Compared
from toolwatch.model.verdict import Action, Blame, Decision, Reason, Verdict


def decide(
    *,
    policy: Policy,
    servers: Sequence[Compared] = (),
    changes: Sequence[Change] = (),
    weigh: Callable[[Change], Action] = lambda change: Action.IGNORE,
    findings: Sequence[Finding] = (),
    outcomes: Sequence[Outcome] = (),
    trouble: Iterable[Reason] = (),
    approved: Collection[str] = (),
) -> Verdict:
    """Return the verdict.

    Args:
        policy: what to do about each kind of trouble.
        servers: both snapshots of each server; one that is partial or failed makes the verdict ``unknown``.
        changes: all changes; approved ones are no trouble.
        weigh: what each change does to the verdict; the diff's policy.
        findings: the lint findings that are new with this edit.
        outcomes: every case that was rerun. Nothing a fixed case says is weighed against a new failure.
        trouble: what the pipeline could not do (no provider, a budget spent too early), ready as reasons.
        approved: fingerprints of changes, and subjects of reasons, that a person approved.
    """
    reasons = [
        *trouble,
        *lists.unseen(servers),
        *models.weighed(outcomes, policy),
        *lists.changed(changes, weigh, approved),
        *lists.found(findings, policy),
    ]
    standing = [_lifted(reason) if reason.review and reason.subject in approved else reason for reason in reasons]
    ordered = sorted(enumerate(standing), key=lambda item: (_urgency(item[1]), item[0]))
    return Verdict(_decision(standing), tuple(reason for _, reason in ordered))


def _lifted(reason: Reason) -> Reason:
    """What a person let pass is still said."""
    return replace(reason, text=f"approved: {reason.text}", blocks=False)


def _urgency(reason: Reason) -> int:
    """What could not be seen is said first, then what could not be answered, then what is bad."""
    if not reason.blocks:
        return 4
    if reason.blame is Blame.OBSERVATION:
        return 0
    if reason.blame is Blame.MODELS:
        return 1
    return 3 if reason.review else 2


def _decision(reasons: Sequence[Reason]) -> Decision:
    """Turn the reasons into one word.

    A partial listing makes even a failure doubtful (a tool may only seem removed), so ``unknown`` wins over it; a model
    that did not answer one case takes nothing from the failure of another.
    """
    blocking = [reason for reason in reasons if reason.blocks]
    if any(reason.blame is Blame.OBSERVATION for reason in blocking):
        return Decision.UNKNOWN
    if any(reason.blame is Blame.GATE and not reason.review for reason in blocking):
        return Decision.FAIL
    if any(reason.blame is Blame.MODELS for reason in blocking):
        return Decision.UNKNOWN
    return Decision.REVIEW if blocking else Decision.PASS
