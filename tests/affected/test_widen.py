"""Widening: how far a run goes when cases move, and that its bound is right."""

import random
from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.affected import Options, partners, select, widen
from toolwatch.model.listing import Listing
from toolwatch.model.selection import Pick, Selection
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import ServerDigests, Snapshot
from toolwatch.model.suite import Case, Suite
from toolwatch.model.tool import Tool

Key = tuple[str, str]


def suite(size: int) -> Suite:
    cases = [Case(f"c{number:04}", f"request {number}", (f"t{number % 5}",)) for number in range(size)]
    return Suite("s", "server", cases=tuple(cases))


def snapshot(words: str) -> Snapshot:
    tools = [Tool.of(f"t{number}", f"does {number}" + (words if number == 0 else "")) for number in range(5)]
    return Snapshot(Listing("server", tuple(tools)), ServerDigests(words, words))


def start(size: int, options: Options) -> Selection:
    return select(
        snapshot(""),
        snapshot(" and more"),
        (),
        (suite(size),),
        before_neighbours=Neighbours(),
        after_neighbours=Neighbours(),
        options=options,
    )


def settle(selection: Selection, moved: Collection[Key], options: Options) -> Selection:
    """Widen until nothing is added, checking at every step that nothing is lost or counted twice."""
    for _ in range(selection.total + 5):
        wider = widen(selection, moved, options=options)
        keys = [(item.suite, item.case) for item in (*wider.picked, *wider.waiting)]
        assert len(set(keys)) == len(keys) == wider.total
        assert {(item.suite, item.case) for item in selection.picked} <= {(i.suite, i.case) for i in wider.picked}
        if wider is selection or len(wider.picked) == len(selection.picked):
            return wider
        selection = wider
    raise AssertionError("the widening never ends")


def at(selection: Selection, places: Sequence[int]) -> set[Key]:
    ranking = selection.ranking
    return {(ranking[place].suite, ranking[place].case) for place in places}


def test_where_nothing_moves_only_the_first_and_the_sentinels_run() -> None:
    options = Options()
    selection = start(100, options)
    assert widen(selection, (), options=options) is selection
    kinds = [item.pick for item in selection.picked]
    assert (kinds.count(Pick.AFFECTED), kinds.count(Pick.SENTINEL), selection.frame) == (15, 9, 85)


def test_a_mover_near_the_reach_takes_the_run_further_down_the_ranking() -> None:
    options = Options()
    selection = start(100, options)
    settled = settle(selection, at(selection, [7]), options)
    assert (settled.reach, settled.round) == (23, 0)
    assert {item.place for item in settled.picked} >= set(range(23))


def test_a_sentinel_that_moves_widens_in_steps_to_everything() -> None:
    options = Options()
    selection = start(100, options)
    sizes = [len(selection.picked)]
    while selection.waiting:
        moved = {(item.suite, item.case) for item in selection.sentinels[:1]}
        selection = widen(selection, moved, options=options)
        sizes.append(len(selection.picked))
    assert sizes[-1] == 100
    assert len(sizes) == 4
    assert sizes == sorted(set(sizes))
    assert selection.bound is None


def test_a_budget_is_never_exceeded_and_the_bound_says_what_it_hides() -> None:
    options = Options(budget=20)
    selection = start(100, options)
    everything = {(item.suite, item.case) for item in selection.ranking}
    settled = settle(selection, everything, options)
    assert len(settled.picked) <= 20
    assert settled.bound == 1.0


@pytest.mark.parametrize("budget", [1, 3, 6, 9, 12, 40])
def test_any_budget_holds_whatever_moves(budget: int) -> None:
    options = Options(budget=budget)
    selection = start(60, options)
    dice = random.Random(budget)
    for share in (0.0, 0.1, 0.5, 1.0):
        moved = at(selection, [place for place in range(60) if dice.random() < share])
        assert len(settle(selection, moved, options).picked) <= budget


def test_the_same_question_draws_the_same_sentinels_and_a_salt_draws_others() -> None:
    assert start(100, Options()).sentinels == start(100, Options()).sentinels
    assert start(100, Options()).sentinels != start(100, Options(salt="other")).sentinels


@pytest.mark.sample
def test_every_case_of_the_rest_is_drawn_about_as_often() -> None:
    counts: dict[str, int] = {}
    for salt in range(600):
        for item in start(40, Options(salt=str(salt))).sentinels:
            counts[item.case] = counts.get(item.case, 0) + 1
    rest = 34
    expected = 600 * 5 / rest
    assert len(counts) == rest
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


@pytest.mark.sample
@given(st.integers(0, 60), st.data())
@settings(deadline=None, derandomize=True, max_examples=80)
def test_widening_ends_and_loses_no_case(size: int, data: st.DataObject) -> None:
    options = Options(salt=data.draw(st.text(max_size=3)))
    selection = start(size, options)
    moved = at(selection, data.draw(st.lists(st.integers(0, max(size - 1, 0)), max_size=size)) if size else [])
    settled = settle(selection, moved, options)
    assert settled.left_out == tuple((item.suite, item.case) for item in settled.waiting)
    hit = {(item.suite, item.case) for item in settled.sentinels} & moved
    assert not (hit and settled.waiting)


@pytest.mark.sample
@pytest.mark.parametrize(
    ("moving", "near"),
    [(0, 0.0), (1, 0.0), (3, 0.0), (6, 0.5), (10, 0.5), (15, 0.3), (25, 0.0), (40, 0.0)],
    ids=lambda value: str(value),
)
def test_the_printed_bound_holds_as_often_as_it_says(moving: int, near: float) -> None:
    """Movers anywhere, some of them near the top of the ranking; the draw of the sentinels is what is random."""
    tries, held = 250, 0
    for number in range(tries):
        options = Options(salt=str(number))
        selection = start(60, options)
        dice = random.Random(number)
        high = dice.sample(range(12), round(min(moving * near, 12)))
        low = dice.sample([place for place in range(60) if place not in high], moving - len(high))
        moved = at(selection, [*high, *low])
        settled = settle(selection, moved, options)
        hidden = len(set(settled.left_out) & moved)
        held += settled.bound is None or hidden <= settled.bound * len(settled.left_out) + 1e-9
    assert held >= 0.95 * tries


def paired(size: int) -> Suite:
    whole = suite(size)
    cases = tuple(replace(case, pair=f"p{number // 2}") for number, case in enumerate(whole.cases))
    return replace(whole, cases=cases)


@pytest.mark.parametrize("budget", [None, 3, 30])
def test_the_other_case_of_a_pair_that_moved_is_asked(budget: int | None) -> None:
    options = Options(budget=budget)
    whole = paired(60)
    pair_of = {case.id: case.pair for case in whole.cases}
    settled = start(60, options)
    moved = at(settled, [0])
    settled = settle(settled, moved, options)
    wider = partners(settled, moved, (whole,), options=options)
    added = wider.picked[len(settled.picked) :]
    (case,) = (case for _, case in moved)
    missing = {item.case for item in settled.waiting if pair_of[item.case] == pair_of[case]}
    room = len(missing) if budget is None else budget - len(settled.picked)
    assert len(added) == min(len(missing), room)
    assert {item.case for item in added} <= missing
    assert all(item.pick is Pick.PARTNER for item in added)
    keys = [(item.suite, item.case) for item in (*wider.picked, *wider.waiting)]
    assert len(set(keys)) == len(keys) == 60
    assert set(wider.left_out) == {(item.suite, item.case) for item in wider.waiting}
    if settled.bound is not None and wider.bound is not None:
        hidden = settled.bound * len(settled.waiting)
        assert wider.bound * len(wider.waiting) == pytest.approx(min(hidden, len(wider.waiting)))
    assert partners(wider, moved, (whole,), options=options) is wider


def test_cases_without_a_pair_have_no_partner() -> None:
    settled = start(20, Options())
    assert partners(settled, at(settled, range(20)), (suite(20),)) is settled


def test_a_selection_of_everything_or_nothing_is_never_widened() -> None:
    empty = Selection(total=0)
    assert widen(empty, {("s", "c")}) is empty
    selection = start(30, Options())
    none = replace(selection, picked=(), waiting=selection.ranking, reach=0, frame=0)
    assert widen(none, at(selection, [0])) is none
