"""Scores over releases as lines in a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from toolwatch.model.release import ReleaseLine


@dataclass(frozen=True, slots=True)
class Series:
    """One suite under one model, release by release, with its points in a picture of 640 by 140.

    A release of which no task was answered has no point: that is no score of nothing.
    """

    suite: str
    model: str
    lines: tuple[ReleaseLine, ...]
    points: tuple[tuple[int, int, ReleaseLine], ...]

    @property
    def path(self) -> str:
        """The points as SVG writes them."""
        return " ".join(f"{x},{y}" for x, y, _ in self.points)

    @property
    def last(self) -> str:
        """Accuracy of the newest release, in words."""
        line = self.lines[-1]
        return f"{100 * line.right_tool / line.tasks:.1f} %" if line.answered else "without an answer"


def series_of(lines: Sequence[ReleaseLine]) -> Iterator[Series]:
    """Every suite and model by itself, in the order of their names; releases keep theirs."""
    ordered = sorted(lines, key=_key)
    for (suite, model), found in groupby(ordered, key=_key):
        own = tuple(found)
        step = 600 / max(1, len(own) - 1)
        points = tuple(
            (round(20 + step * number), round(120 - 100 * line.right_tool / line.tasks), line)
            for number, line in enumerate(own)
            if line.answered
        )
        yield Series(suite, model, own, points)


def _key(line: ReleaseLine) -> tuple[str, str]:
    return line.suite, line.model
