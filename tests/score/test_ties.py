"""As many repeats for one tool as for another: every place that says whether a case is right says the same of it."""

from functools import partial
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.listing import Listing
from toolwatch.model.outcome import Status
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.snapshot import ServerDigests, Snapshot
from toolwatch.model.suite import NO_TOOL, Case, Suite
from toolwatch.model.trial import Choice, Edition, Trial
from toolwatch.score import is_right, outcomes
from toolwatch.score.cases import counted, judged, judged_again, right_tool
from toolwatch.score.tally import leaders, standing_for, tally, top_right

SNAPSHOT = Snapshot(Listing("s"), ServerDigests("a", "b"))


def case(*expected: str, optional: tuple[str, ...] = ()) -> Case:
    return Case("c", "do it", expected, optional=optional)


def trials(chosen: tuple[str, ...] | list[str]) -> list[Trial]:
    return [
        Trial("x", "c", "m", edition, repeat, "k", choice=Choice(None if tool == NO_TOOL else tool))
        for edition in Edition
        for repeat, tool in enumerate(chosen)
    ]


@pytest.mark.parametrize(
    ("one", "chosen", "right", "stands"),
    [
        pytest.param(case("a"), ("a", "b"), False, "b", id="right by name alone"),
        pytest.param(case("b"), ("a", "b"), False, "a", id="wrong by name alone"),
        pytest.param(case("a"), ("a", "a", "b"), True, "a", id="no tie"),
        pytest.param(case("a"), ("a", "b", "b"), False, "b", id="no tie, wrong"),
        pytest.param(case("a", "b"), ("a", "b"), True, "a", id="both right"),
        pytest.param(case("a", optional=("b",)), ("a", "b"), True, "a", id="one may come first"),
        pytest.param(case(), ("a", NO_TOOL), False, "a", id="a call where none is needed"),
        pytest.param(case("z"), (NO_TOOL, "z"), False, NO_TOOL, id="none where one is needed"),
        pytest.param(case("a"), ("a", "a", "b", "b", "c"), False, "b", id="two of three"),
    ],
)
def test_a_tie_with_a_wrong_choice_is_wrong(one: Case, chosen: tuple[str, ...], right: bool, stands: str) -> None:
    for order in permutations(chosen):
        made = [trial for trial in trials(order) if trial.edition is Edition.AFTER]
        assert right_tool(one, made) is right
        assert (judged(one, made).right, judged(one, made).chosen) == (right, stands)


@given(
    st.sets(st.sampled_from("abc"), max_size=2),
    st.lists(st.sampled_from(["a", "b", "c", "ghost", NO_TOOL]), min_size=1, max_size=6),
)
@settings(deadline=None, derandomize=True)
def test_every_place_agrees(expected: set[str], chosen: list[str]) -> None:
    one = case(*sorted(expected))
    picked = Selection(picked=(Picked("x", "c", Pick.ALL, ()),))
    (outcome,) = outcomes(Suite("x", "s", cases=(one,)), trials(chosen), selection=picked, before=SNAPSHOT,
                          after=SNAPSHOT)  # fmt: skip
    made = [trial for trial in trials(chosen) if trial.edition is Edition.AFTER]
    counts, right = tally(made).counts, partial(is_right, case=one)
    wanted = right_tool(one, made)
    assert wanted is all(right(tool) for tool in leaders(counts))
    assert outcome.status in (Status.SAME, Status.UNSTABLE)
    rows = [judged(one, made), judged_again(outcome, Edition.BEFORE), judged_again(outcome, Edition.AFTER),
            counted(one.expected, counts, right=wanted, category="")]  # fmt: skip
    assert [row is not None and row.right for row in rows] == [wanted] * 4
    assert {row.chosen for row in rows if row is not None} == {standing_for(counts, right)}
    assert (outcome.right_before, outcome.right_after, top_right(counts, right)) == (wanted, wanted, wanted)


def test_without_an_answer_nothing_stands_and_nothing_is_right() -> None:
    assert (standing_for((), lambda tool: True), top_right((), lambda tool: True)) == ("", False)
