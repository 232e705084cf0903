"""The three release numbers."""

from fractions import Fraction

import pytest

from toolwatch.errors import UsageError
from toolwatch.gate.releases import fell
from toolwatch.model.score import ReleaseScore
from toolwatch.score.metrics.release import Task, release_score


@pytest.mark.parametrize(
    ("now", "last", "points", "drops"),
    [
        pytest.param((2, 150), (5, 150), 2, False, id="exactly 2 points: floats flag this by mistake"),
        pytest.param((1, 150), (5, 150), 2, True, id="2.67 points"),
        pytest.param((98, 100), (100, 100), 2, False, id="exactly 2.00 of a hundred"),
        pytest.param((979, 1000), (1000, 1000), 2, True, id="2.1 points"),
        pytest.param((1, 3), (1, 3), 0, False, id="equal, no drop allowed"),
        pytest.param((33, 100), (1, 3), 0, True, id="a third is more than 33 percent"),
        pytest.param((199, 200), (1, 1), "0.5", False, id="half a point, exact as a decimal text"),
        pytest.param((3, 3), (0, 3), 2, False, id="a rise"),
    ],
)
def test_fell(now: tuple[int, int], last: tuple[int, int], points: int | str | Fraction, drops: bool) -> None:
    assert fell(now, last, points) is drops


def test_the_float_that_is_wrong_is_wrong() -> None:
    assert 100 * 2 / 150 < 100 * 5 / 150 - 2, "floats see a drop where there is none"


def test_numbers() -> None:
    score = release_score([Task(True, True, 1), Task(True, False, 3), Task(False, False, 0)])
    assert score == ReleaseScore(3, 2, 1, 4)
    assert (score.right_tool_percent, score.right_arguments_percent, score.calls_per_task) == pytest.approx(
        (200 / 3, 100 / 3, 4 / 3)
    )


def test_an_empty_suite_is_an_error() -> None:
    with pytest.raises(UsageError, match="empty suite"):
        release_score([])
