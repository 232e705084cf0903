"""Which cases a reader must see, worst first, each beside the case it forms a pair with."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.report import Report
from toolwatch.model.suite import Case, Cost

ORDER = (Status.REGRESSED, Status.NO_VERDICT, Status.MOVED, Status.UNSTABLE, Status.FIXED, Status.SAME)
"""Worst first."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of moved cases: an outcome, or the other half of its pair that was not asked."""

    outcome: Outcome
    mate: bool = False
    """The other half of the pair above it."""
    case: Case | None = None
    """Set where that half was not asked; ``outcome`` is then the one above."""


def moved(report: Report) -> tuple[Row, ...]:
    """Every case that did not stay the same, with the other half of its pair right below it."""
    everything = ranked(report.outcomes)
    asked: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for outcome in everything:
        asked[outcome.suite, outcome.pair, outcome.model].append(outcome)
    silent = _not_asked(report)
    rows: list[Row] = []
    shown: set[tuple[str, str, str]] = set()
    for outcome in everything:
        if outcome.status is Status.SAME or _key(outcome) in shown:
            continue
        mates = asked[outcome.suite, outcome.pair, outcome.model] if outcome.pair else []
        own = [Row(outcome), *(Row(mate, mate=True) for mate in mates if _key(mate) not in {*shown, _key(outcome)})]
        shown |= {_key(row.outcome) for row in own}
        rows += [*own, *(Row(outcome, True, case) for case in silent.get((outcome.suite, outcome.pair), ()))]
    return tuple(rows)


def mates_not_asked(report: Report) -> dict[str, tuple[Case, ...]]:
    """By suite: cases that were not asked but stand beside one that moved; what a stored run must keep of a suite."""
    wanted = {(outcome.suite, outcome.pair) for outcome in report.outcomes if outcome.status is not Status.SAME}
    found: dict[str, tuple[Case, ...]] = defaultdict(tuple)
    for (suite, pair), cases in _not_asked(report).items():
        if (suite, pair) in wanted:
            found[suite] += cases
    return dict(found)


def _not_asked(report: Report) -> dict[tuple[str, str], tuple[Case, ...]]:
    """By suite and pair."""
    asked = {(outcome.suite, outcome.case) for outcome in report.outcomes}
    found: dict[tuple[str, str], tuple[Case, ...]] = defaultdict(tuple)
    for suite in report.suites:
        for case in suite.cases:
            if case.pair and (suite.name, case.id) not in asked:
                found[suite.name, case.pair] += (case,)
    return dict(found)


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
