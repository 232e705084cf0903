"""Several models in one run: whose word counts."""

from collections.abc import Sequence
from dataclasses import replace

from toolwatch.gate import cases
from toolwatch.gate.policy import Policy
from toolwatch.model.outcome import Outcome
from toolwatch.model.verdict import Blame, Reason

ALL, ANY = "all", "any"


def weighed(outcomes: Sequence[Outcome], policy: Policy) -> list[Reason]:
    """The reasons of every model's outcomes under the policy's rule.

    ``all``: each model must pass. ``any``: one that passes is enough. A model's label: that model decides; what the
    others say is shown.
    """
    models = list(dict.fromkeys(outcome.model for outcome in outcomes))
    found = {model: _of(model, outcomes, policy) for model in models}
    every = [reason for model in models for reason in found[model]]
    if policy.models == ALL or not models:
        return every
    if policy.models == ANY:
        passing = [model for model in models if not any(reason.blocks for reason in found[model])]
        return [_aside(reason, f"passes under {passing[0]}") for reason in every] if passing else every
    primary = [model for model in models if _is(model, policy.models)]
    if not primary:
        text = f"the primary model {policy.models} was not asked; asked were {', '.join(models)}"
        return [Reason(text, True, Blame.MODELS), *every]
    return [
        reason if model in primary else _aside(reason, f"{policy.models} decides")
        for model in models
        for reason in found[model]
    ]


def _of(model: str, outcomes: Sequence[Outcome], policy: Policy) -> list[Reason]:
    mine = [outcome for outcome in outcomes if outcome.model == model]
    return [*cases.unanswered(mine, policy), *cases.judged(mine, policy)]


def _is(label: str, wanted: str) -> bool:
    """A model may be named by its label, by ``PROVIDER:MODEL``, or by the model alone."""
    plain = label.removesuffix(" (proxy, not a model)")
    return wanted in (label, plain, plain.partition(":")[2])


def _aside(reason: Reason, why: str) -> Reason:
    return replace(reason, blocks=False, text=f"{reason.text} ({why})") if reason.blocks else reason
