"""Which cases a reader must see, worst first, each beside the case it forms a pair with."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.suite import Cost

ORDER = (Status.REGRESSED, Status.NO_VERDICT, Status.MOVED, Status.UNSTABLE, Status.FIXED, Status.SAME)
"""Worst first."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of moved cases; ``mate`` marks the other half of the pair above it."""

    outcome: Outcome
    mate: bool = False


def moved(outcomes: Iterable[Outcome]) -> tuple[Row, ...]:
    """Every case that did not stay the same, with its pair right below it."""
    everything = sorted(outcomes, key=_rank)
    pairs: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for outcome in everything:
        if outcome.pair:
            pairs[outcome.suite, outcome.pair, outcome.model].append(outcome)
    rows: list[Row] = []
    shown: set[tuple[str, str, str]] = set()
    for outcome in everything:
        if outcome.status is Status.SAME or _key(outcome) in shown:
            continue
        others = pairs.get((outcome.suite, outcome.pair, outcome.model), ())
        mates = [other for other in others if other.case != outcome.case and _key(other) not in shown]
        rows += [Row(outcome), *(Row(mate, mate=True) for mate in mates)]
        shown |= {_key(row.outcome) for row in rows[-1 - len(mates) :]}
    return tuple(rows)


def ranked(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Every outcome, worst first."""
    return sorted(outcomes, key=_rank)


def headliners(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The cases to name in the first lines: those that now go wrong, then those that moved at all."""
    loud = (Status.REGRESSED, Status.MOVED)
    return [outcome for outcome in sorted(outcomes, key=_rank) if outcome.status in loud]


def _key(outcome: Outcome) -> tuple[str, str, str]:
    return outcome.suite, outcome.case, outcome.model


def _rank(outcome: Outcome) -> tuple[int, int, int, str, str, str]:
    costs = list(Cost)
    cost = costs.index(outcome.cost) if outcome.cost else len(costs)
    return ORDER.index(outcome.status), int(outcome.fragile), cost, outcome.suite, outcome.case, outcome.model
