"""The three numbers of a release, and whether they fell."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from toolwatch.errors import UsageError
from toolwatch.model.score import ReleaseScore


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a release run: was the first call (or its absence) right, were its arguments, how many calls."""

    right_tool: bool
    right_arguments: bool
    calls: int


def release_score(tasks: Sequence[Task]) -> ReleaseScore:
    """Count the three numbers.

    Raises:
        UsageError: there is no task; an empty suite proves nothing.
    """
    if not tasks:
        raise UsageError("a release cannot be scored on an empty suite")
    return ReleaseScore(
        len(tasks),
        sum(task.right_tool for task in tasks),
        sum(task.right_arguments for task in tasks),
        sum(task.calls for task in tasks),
    )


def fell(now: tuple[int, int], last: tuple[int, int], points: int | str | Fraction = 2) -> bool:
    """Whether ``now`` < ``last`` − ``points`` percentage points, strictly, in exact arithmetic.

    Args:
        now: right and all tasks of this release.
        last: right and all tasks of the release before.
        points: allowed drop in percentage points; a decimal text such as ``"0.5"`` is exact.
    """
    return 100 * Fraction(*now) < 100 * Fraction(*last) - Fraction(points)
