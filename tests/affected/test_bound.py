"""The bounds are those of the books, and hold as often as they say."""

import random
from fractions import Fraction
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


def few(trials: int, seen: int, share: Fraction) -> Fraction:
    """Probability of ``seen`` or fewer hits, exactly."""
    return sum(
        (comb(trials, hit) * share**hit * (1 - share) ** (trials - hit) for hit in range(seen + 1)), start=Fraction(0)
    )


@given(st.integers(1, 40), st.data(), st.sampled_from(["0.5", "0.9", "0.95", "0.99", "0.999"]))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_share_is_where_the_exact_tail_crosses(trials: int, data: st.DataObject, confidence: str) -> None:
    seen = data.draw(st.integers(0, trials - 1))
    bound, doubt = Fraction(share_at_most(trials, seen, float(confidence))), 1 - Fraction(confidence)
    step = Fraction(1, 10**9)
    assert few(trials, seen, bound - step) > doubt > few(trials, seen, min(bound + step, Fraction(1)))


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("trials", [1, 2, 10, 100, 800, 5000, 50_000])
def test_share_has_a_closed_form_at_both_ends(trials: int, confidence: float) -> None:
    assert share_at_most(trials, trials - 1, confidence) == pytest.approx(confidence ** (1 / trials), rel=1e-9)
    assert 1 - share_at_most(trials, 0, confidence) == pytest.approx((1 - confidence) ** (1 / trials), rel=1e-9)


@pytest.mark.parametrize(("trials", "seen"), [(800, 500), (2000, 1000), (20_000, 19_000), (100_000, 300)])
def test_share_of_many_trials_is_above_what_was_seen_by_what_chance_adds(trials: int, seen: int) -> None:
    """By the normal approximation, good to a tenth of the width where so many were seen."""
    share = seen / trials
    width = 1.645 * (share * (1 - share) / trials) ** 0.5
    assert share_at_most(trials, seen, 0.95) - share == pytest.approx(width, rel=0.1)


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
