"""Expected against chosen tools: where requests land, as a matrix."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from toolwatch.model.outcome import Outcome, Tally
from toolwatch.model.suite import NO_TOOL

MOST = 30
"""Tools on a side that a reader can still follow; those most often confused stay."""
SHADES = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """How many answers of the row's tool went to the column's; ``shade`` from 0 (none) to SHADES."""

    count: int
    shade: int
    right: bool


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows are expected tools, columns chosen ones, both in the order of ``tools``; ``""`` is "no answer"."""

    tools: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left_out: int
    """Tools that are never confused and do not fit."""


def matrix(outcomes: Sequence[Outcome], edition: str) -> Matrix:
    """Count the answers of ``edition`` (``before`` or ``after``); a case with several right tools counts for its first.

    A right answer counts on the diagonal whichever of the expected tools it names.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        tally: Tally = getattr(outcome, edition)
        expected = outcome.expected or (NO_TOOL,)
        for tool, times in tally.counts:
            counts[expected[0], expected[0] if tool in expected else tool] += times
        if tally.failed:
            counts[expected[0], ""] += tally.failed
    tools, left_out = _worth_showing(counts)
    columns = (*tools, *([""] if any(column == "" for _, column in counts) else []))
    return Matrix(tools, columns, tuple(_row(tool, columns, counts) for tool in tools), left_out)


def _worth_showing(counts: Counter[tuple[str, str]]) -> tuple[tuple[str, ...], int]:
    wrong: Counter[str] = Counter()
    for (row, column), times in counts.items():
        for tool in {row, column} - {""}:
            wrong[tool] += times if row != column else 0
    ranked = sorted(wrong, key=lambda tool: (-wrong[tool], tool))
    return tuple(sorted(ranked[:MOST])), max(0, len(ranked) - MOST)


def _row(tool: str, columns: Sequence[str], counts: Counter[tuple[str, str]]) -> tuple[Cell, ...]:
    total = sum(times for (row, _), times in counts.items() if row == tool) or 1
    cells = [(counts[tool, column], column == tool) for column in columns]
    return tuple(Cell(count, -(-SHADES * count // total), right) for count, right in cells)
