"""The sequential test's arithmetic: exact error rates, and verdicts that do not depend on names."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.evidence import SINGLE, STANDARD, Design, Standing, chances, weigh
from toolwatch.model.outcome import Status


def right(tool: str) -> bool:
    return tool.startswith("R")


def counts(text: str) -> Counter[str]:
    return Counter(text.split())


@pytest.mark.parametrize(
    ("before", "after", "status", "decided"),
    [
        ("R R", "R R", Status.SAME, True),
        ("R", "R", Status.SAME, False),
        ("R R", "R R2", Status.SAME, True),
        ("W W", "W W", Status.SAME, True),
        ("R R R", "W W W", Status.REGRESSED, True),
        ("R R R", "W W2 W3", Status.REGRESSED, True),
        ("R R", "W W", Status.REGRESSED, False),
        ("W W W", "R R R", Status.FIXED, True),
        ("W W W", "W2 W2 W2", Status.MOVED, True),
        ("W W", "W2 W2", Status.MOVED, False),
        ("W W", "W W2", Status.UNSTABLE, False),
        ("R R W", "R W R", Status.UNSTABLE, False),
        ("R R R R W", "W W W W R", Status.UNSTABLE, False),
        ("R R R R R W", "W W W W W W", Status.REGRESSED, True),
        ("R " * 4 + "W " * 4, "R " * 4 + "W " * 4, Status.UNSTABLE, True),
        ("R " * 15, "R " * 8 + "W " * 7, Status.UNSTABLE, True),
        ("", "R R", Status.NO_VERDICT, False),
        ("R R", "", Status.NO_VERDICT, False),
    ],
)
def test_verdicts(before: str, after: str, status: Status, decided: bool) -> None:
    assert weigh(counts(before), counts(after), right) == Standing(status, decided)


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [("R", "W", Status.REGRESSED), ("W", "R", Status.FIXED), ("R", "R", Status.SAME), ("W", "W2", Status.MOVED)],
)
def test_one_call_a_side_decides_where_the_answer_cannot_vary(before: str, after: str, status: Status) -> None:
    assert weigh(counts(before), counts(after), right, SINGLE) == Standing(status, decided=True)


@pytest.mark.parametrize("most", [2, 3, 15, 30])
def test_false_alarms_stay_rare_whatever_the_share(most: int) -> None:
    design = Design(most=most)
    for share in range(0, 101, 5):
        ends, _ = chances(share / 100, share / 100, design)
        if most >= 3:
            assert ends[Status.REGRESSED] <= 0.0266
            assert ends[Status.FIXED] <= 0.0266
        assert sum(ends.values()) == pytest.approx(1.0)


def test_the_stated_rates_are_exact() -> None:
    clear, calls = chances(0.95, 0.05)
    assert clear[Status.REGRESSED] >= 0.99
    assert calls < 4
    assert clear[Status.FIXED] < 1e-6
    same, calls = chances(0.8, 0.8)
    assert same[Status.REGRESSED] <= 0.01
    assert calls < 7.5
    assert chances(1.0, 1.0) == ({**dict.fromkeys(Status, 0.0), Status.SAME: 1.0}, 2.0)
    assert chances(1.0, 0.0) == ({**dict.fromkeys(Status, 0.0), Status.REGRESSED: 1.0}, 3.0)


def test_before_and_after_are_treated_alike() -> None:
    there, back = chances(0.9, 0.3), chances(0.3, 0.9)
    assert there[0][Status.REGRESSED] == pytest.approx(back[0][Status.FIXED])
    assert there[1] == pytest.approx(back[1])


SIDES = st.dictionaries(st.sampled_from(["R", "R2", "W", "W2", "none"]), st.integers(1, 6), min_size=1)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(before=SIDES, after=SIDES)
def test_a_regression_is_never_called_without_fewer_right_answers(
    before: dict[str, int], after: dict[str, int]
) -> None:
    status = weigh(before, after, right, STANDARD).status
    share = [sum(n for tool, n in side.items() if right(tool)) / sum(side.values()) for side in (before, after)]
    if status is Status.REGRESSED:
        assert share[0] > share[1]
    if status is Status.FIXED:
        assert share[0] < share[1]
    if status is Status.SAME:
        assert share[0] == share[1]
        assert share[0] in (0.0, 1.0)
