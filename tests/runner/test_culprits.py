"""Delta debugging on sets whose culprits are known."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.runner.culprits import smallest


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.integers(1, 40).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, size - 1), min_size=1))))
def test_finds_exactly_what_is_needed_where_more_never_hurts(case: tuple[int, set[int]]) -> None:
    size, needed = case
    found = smallest(range(size), lambda some: needed <= set(some))
    assert set(found.parts) == needed
    assert found.complete


@pytest.mark.sample
@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.integers(1, 12), st.randoms(use_true_random=False))
def test_whatever_the_answers_no_part_of_what_is_found_can_be_left_out(size: int, chance: object) -> None:
    import random

    assert isinstance(chance, random.Random)
    bad = {some for k in range(1, size) for some in combinations(range(size), k) if chance.random() < 0.1}
    found = smallest(range(size), lambda some: some in bad)
    assert found.parts == tuple(range(size)) or found.parts in bad
    assert not any(tuple(p for p in found.parts if p != left) in bad for left in found.parts if len(found.parts) > 1)


def test_one_culprit_among_many_takes_few_questions() -> None:
    asked: list[tuple[int, ...]] = []

    def moves(some: tuple[int, ...]) -> bool:
        asked.append(some)
        return 37 in some

    assert smallest(range(64), moves).parts == (37,)
    assert len(asked) <= 12
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("known", [pytest.param(0, id="at once"), pytest.param(3, id="after three questions")])
def test_says_so_when_it_could_not_go_on(known: int) -> None:
    asked = 0

    def moves(some: tuple[int, ...]) -> bool | None:
        nonlocal asked
        asked += 1
        return (5 in some) if asked <= known else None

    found = smallest(range(8), moves)
    assert 5 in found.parts
    assert not found.complete


def test_a_single_piece_needs_no_question() -> None:
    found = smallest(["only"], lambda some: pytest.fail("asked"))
    assert found.parts == ("only",)
    assert found.complete
