"""The bounds are those of the books, and hold as often as they say."""

import random
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.affected.bound import moved_at_most, share_at_most


@pytest.mark.parametrize(
    ("trials", "seen", "confidence", "bound"),
    [
        (5, 0, 0.95, 0.45072),
        (10, 0, 0.95, 0.25887),
        (10, 1, 0.95, 0.39416),
        (20, 0, 0.95, 0.13911),
        (20, 3, 0.95, 0.34366),
        (59, 0, 0.95, 0.04951),
        (100, 2, 0.99, 0.08141),
        (10, 10, 0.95, 1.0),
        (0, 0, 0.95, 1.0),
    ],
)
def test_share_is_clopper_pearson(trials: int, seen: int, confidence: float, bound: float) -> None:
    assert share_at_most(trials, seen, confidence) == pytest.approx(bound, abs=1e-5)


def tail(frame: int, sample: int, seen: int, moved: int) -> float:
    ways = sum(comb(moved, hit) * comb(frame - moved, sample - hit) for hit in range(seen + 1))
    return ways / comb(frame, sample)


@given(st.integers(1, 60), st.data())
@settings(deadline=None, derandomize=True, max_examples=150)
def test_moved_is_the_largest_count_that_is_not_ruled_out(frame: int, data: st.DataObject) -> None:
    sample = data.draw(st.integers(0, frame))
    seen = data.draw(st.integers(0, sample))
    most = moved_at_most(frame, sample, seen, 0.95)
    assert seen <= most <= frame
    assert most == seen or tail(frame, sample, seen, most) > 0.05 - 1e-12
    assert most == frame - sample + seen or tail(frame, sample, seen, most + 1) <= 0.05 + 1e-12


@pytest.mark.parametrize(
    ("frame", "sample", "seen", "most"), [(78, 8, 0, 23), (22, 5, 0, 8), (5, 5, 0, 0), (5, 0, 0, 5), (0, 0, 0, 0)]
)
def test_moved_known_values(frame: int, sample: int, seen: int, most: int) -> None:
    assert moved_at_most(frame, sample, seen, 0.95) == most


def test_moved_approaches_the_share_for_large_frames() -> None:
    assert moved_at_most(20_000, 59, 0, 0.95) / 20_000 == pytest.approx(share_at_most(59, 0, 0.95), abs=0.002)


@pytest.mark.parametrize(("sample", "seen"), [(3, 4), (-1, 0), (11, 0), (3, -1)])
def test_what_is_no_sample_is_refused(sample: int, seen: int) -> None:
    with pytest.raises(ValueError, match="no sample"):
        moved_at_most(10, sample, seen, 0.95)


@pytest.mark.parametrize("moved", [0, 1, 4, 9, 20, 40])
def test_the_bound_holds_as_often_as_it_says(moved: int) -> None:
    dice = random.Random(moved)
    held = 0
    for _ in range(2000):
        hit = sum(case < moved for case in dice.sample(range(40), 8))
        held += moved <= moved_at_most(40, 8, hit, 0.95)
    assert held >= 0.95 * 2000 - 30
