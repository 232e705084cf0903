"""The three numbers of a release."""

from collections.abc import Sequence
from dataclasses import dataclass

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
