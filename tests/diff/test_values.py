"""Numbers of any size, and values that Python takes for one another and JSON does not."""

import itertools
from typing import Any

import pytest

from tests.diff.making import judged, snapshot, with_input, worst
from toolwatch.diff import compare
from toolwatch.diff.schema.values import alike
from toolwatch.model.change import Compat, Side

HUGE = [10**400, -(10**400), 1e308, 5e-324, 2**53, float("inf"), float("nan")]
NUMBER_WORDS = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
    "maxItems", "minProperties", "maxProperties", "minContains", "maxContains", "const", "default",
]  # fmt: skip


def at(schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}}


@pytest.mark.sample
@pytest.mark.parametrize("kind", [{}, {"type": "integer"}], ids=str)
@pytest.mark.parametrize("word", NUMBER_WORDS)
def test_a_number_of_any_size_ends_with_a_verdict(word: str, kind: dict[str, Any]) -> None:
    for huge, small in [*itertools.product(HUGE, [None, 3]), (10**400, 10**401), (1e308, 10**400)]:
        old, new = (at({**kind, **({} if value is None else {word: value})}) for value in (huge, small))
        for before, after in ((old, new), (new, old), (old, old)):
            assert judged(before, after) == [] or before is not after


@pytest.mark.parametrize("value", HUGE, ids=str)
@pytest.mark.parametrize("word", ["enum", "examples"])
def test_a_list_may_hold_a_number_of_any_size(word: str, value: Any) -> None:
    before, after = at({word: ["a", value]}), at({word: ["a", 1]})
    assert compare(with_input(before), with_input(after))
    assert compare(with_input(after), with_input(before))
    assert judged(before, after, Side.OUTPUT)


@pytest.mark.parametrize("field", ["annotations", "_meta", "execution", "x-limits"])
def test_a_field_of_a_tool_may_hold_a_number_of_any_size(field: str) -> None:
    before, after = (
        snapshot({"tools": [{"name": "t", "inputSchema": {}, field: {"most": value}}]}) for value in (1.5, 10**400)
    )
    assert compare(before, after)
    assert compare(after, before)


@pytest.mark.parametrize("word", ["maximum", "minLength", "multipleOf"])
def test_a_bound_beyond_arithmetic_is_unclear_and_never_safe(word: str) -> None:
    assert worst(judged(at({"type": ["number", "string"]}), at({"type": ["number", "string"], word: 10**400}))) in (
        Compat.UNCLEAR,
        Compat.BREAKING,
    )


WRAPPINGS: dict[str, Any] = {
    "itself": lambda value: value,
    "in a list": lambda value: [value],
    "in an object": lambda value: {"a": value},
    "deep inside": lambda value: [{"a": [0, {"b": value}]}],
}
PLACES: dict[str, Any] = {
    "default": lambda value: {"default": value},
    "examples": lambda value: {"examples": [value]},
    "const": lambda value: {"const": value},
    "enum": lambda value: {"enum": [value, "other"]},
    "an unknown keyword": lambda value: {"x-limit": value},
    "a description": lambda value: {"description": value},
    "a comment": lambda value: {"$comment": value},
    "a title": lambda value: {"title": value},
    "a shadowed default": lambda value: {"default": 5, "allOf": [{"default": value}]},
    "a keyword that is broken": lambda value: {"pattern": value},
}


@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_one_is_not_true_at_any_level_and_one_point_nought_is_one(place: Any, wrap: Any, side: Side) -> None:
    for one, other in ((1, True), (0, False)):
        assert judged(at(place(wrap(one))), at(place(wrap(other))), side)
        assert judged(at(place(wrap(other))), at(place(wrap(one))), side)


@pytest.mark.parametrize("wrap", WRAPPINGS.values(), ids=WRAPPINGS)
def test_values_are_told_apart_as_json_tells_them(wrap: Any) -> None:
    same = [(1, 1.0), (True, True), (None, None), ("a", "a"), ({"a": 1, "b": 2}, {"b": 2, "a": 1})]
    apart = [(1, True), (0, False), (1.0, True), (None, False), ("1", 1), ([], {}), ([1, 2], [2, 1]), ([1], [1, 1])]
    assert all(alike(wrap(one), wrap(other)) for one, other in same)
    assert not any(alike(wrap(one), wrap(other)) for one, other in apart)
