"""The short form of the sampling; ``python -m tests.diff.soundness`` is the long one."""

import time
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.diff.excuses import excused
from tests.diff.making import judged, worst
from tests.diff.soundness import Tally, Unsound, check, hold, run
from toolwatch.model.change import Compat, Side


@pytest.mark.sample
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rng=st.randoms(use_true_random=False))
def test_no_verdict_has_a_counterexample(rng: Random) -> None:
    check(rng, Tally())


@pytest.mark.sample
def test_no_verdict_has_a_counterexample_over_a_seed() -> None:
    tally, wrong = run((424242, 120))
    assert wrong == []
    assert tally.pairs > 150
    assert tally.held > 1500
    assert tally.witnesses > 8
    assert tally.verdicts["unclear"] < 0.1 * tally.pairs


@pytest.mark.sample
@pytest.mark.parametrize(
    "dialect",
    ["https://json-schema.org/draft/2019-09/schema", "http://json-schema.org/draft-06/schema#"],
    ids=["2019-09", "draft-06"],
)
def test_no_verdict_has_a_counterexample_in_another_dialect(dialect: str) -> None:
    tally = Tally()
    for number in range(60):
        check(Random(f"dialect/{number}"), tally, dialect)
    assert tally.pairs > 80
    assert tally.held > 600


@pytest.mark.sample
def test_lists_in_circles_of_which_no_value_exists_are_not_searched_for_ever() -> None:
    started = time.process_time()
    check(Random("11000084/125"), Tally())
    assert time.process_time() - started < 15


@pytest.mark.parametrize(
    "seed",
    ["12000020/127", "5000006/107", "21000004/22"],
    ids=["a dependency on a name that nobody describes", "a name among propertyNames", "a name not among them"],
)
def test_what_the_long_form_found(seed: str) -> None:
    check(Random(seed), Tally())


def test_the_sampling_would_notice_a_wrong_verdict() -> None:
    before, after = {"type": "integer"}, {"type": "integer", "minimum": 3}
    with pytest.raises(Unsound, match="none is wrong"):
        hold(before, after, Side.INPUT, [], [1, 2, 5], Tally())


def test_the_sampling_would_notice_a_false_witness() -> None:
    before, after = {"type": "integer"}, {"type": "integer", "minimum": 3}
    rulings = judged(before, after)
    with pytest.raises(Unsound, match="a witness proves nothing"):
        hold(after, after, Side.INPUT, rulings, [], Tally())


@pytest.mark.parametrize(
    ("value", "giver", "taker", "out"),
    [
        ({"b": 1}, {"properties": {"a": {}}}, {"properties": {"b": {}}}, True),
        ({"b": 1}, {"properties": {"a": {}}}, {"additionalProperties": False}, False),
        ({"b": 1}, {"additionalProperties": {"type": "integer"}}, {"properties": {"b": {}}}, False),
        ({"b": 1}, {"anyOf": [{"properties": {"b": {}}}]}, {"properties": {"b": {}}}, False),
        ([{"b": 1}], {"items": {"properties": {"a": {}}}}, {"items": {"properties": {"b": {}}}}, True),
        (2**53, {}, {}, True),
        (2**53 - 1, {}, {}, False),
    ],
    ids=["untold", "nobody names it", "a rest", "an alternative", "inside", "beyond JSON", "just inside JSON"],
)
def test_what_is_left_out(value: Any, giver: Any, taker: Any, out: bool) -> None:
    assert excused(value, giver, taker) is out


KINDS: dict[str, tuple[Any, Any, Compat, Compat]] = {
    "a type widened inside oneOf may overlap": (
        {"oneOf": [{"type": "integer"}, {"type": "string"}]},
        {"oneOf": [{"type": "integer"}, {"type": ["string", "integer"]}]},
        Compat.BREAKING,
        Compat.SAFE,
    ),
    "a type widened below not refuses more": (
        {"not": {"type": "integer"}},
        {"not": {"type": "number"}},
        Compat.BREAKING,
        Compat.SAFE,
    ),
    "a branch that another covers": (
        {"anyOf": [{"type": "number"}, {"type": "integer", "minimum": 3}]},
        {"anyOf": [{"type": "number"}, {"type": "integer", "minimum": 5}]},
        Compat.NONE,
        Compat.NONE,
    ),
    "a bound of a type that is not allowed": (
        {"type": "string"},
        {"type": "string", "minimum": 3},
        Compat.NONE,
        Compat.NONE,
    ),
    "a new field of a closed result": (
        {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
        {"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": False},
        Compat.SAFE,
        Compat.BREAKING,
    ),
    "properties moved into allOf": (
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        {"allOf": [{"type": "object", "required": ["a"]}, {"properties": {"a": {"type": "string"}}}]},
        Compat.NONE,
        Compat.NONE,
    ),
}


@pytest.mark.parametrize(("before", "after", "on_input", "on_output"), KINDS.values(), ids=KINDS)
def test_context_decides(before: Any, after: Any, on_input: Compat, on_output: Compat) -> None:
    assert (worst(judged(before, after)), worst(judged(before, after, Side.OUTPUT))) == (on_input, on_output)
