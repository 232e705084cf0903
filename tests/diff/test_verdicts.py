"""Verdicts that were false or unproven: steps, conditions, the root of arguments, breaks that nothing shows."""

from typing import Any

import pytest

from tests.diff.making import judged, with_input, worst
from toolwatch.diff import compare
from toolwatch.model.change import Compat, Side


def at(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}, **more}


def number(step: float | None, kind: str = "number") -> dict[str, Any]:
    return {"type": kind, **({} if step is None else {"multipleOf": step})}


LOOSER: list[tuple[Any, Any]] = [
    (number(1), number(0.01)),
    (number(0.5), number(0.1)),
    (number(0.1), number(0.01)),
    (number(0.3), number(0.1)),
    (number(2.5), number(0.5)),
    (number(10), number(2.5)),
    (number(1e-6), number(1e-7)),
    (number(0.1), number(None)),
    (number(2), number(1)),
    (number(None, "integer"), number(0.25)),
]
"""By decimals: every multiple of the first is one of the second, and not the other way round."""

NEITHER = [(0.2, 0.3), (2, 3), (0.25, 0.1), (1.5, 1), (0.07, 0.02)]

SAME: list[tuple[Any, Any]] = [
    (number(1), number(None, "integer")),
    (number(1.0), number(None, "integer")),
    (number(2), number(2, "integer")),
    (number(0.01, "integer"), number(None, "integer")),
    (number(0.5, "integer"), number(1, "integer")),
    (number(3, "integer"), number(1.5, "integer")),
    (number(1e-300, "integer"), number(None, "integer")),
    ({"type": ["number", "null"], "multipleOf": 1}, {"type": ["integer", "null"]}),
    (number(0.5), number(0.50)),
]


@pytest.mark.parametrize(("tight", "loose"), LOOSER, ids=str)
def test_a_finer_step_is_a_loosening(tight: Any, loose: Any) -> None:
    assert worst(judged(at(tight), at(loose))) is Compat.SAFE
    assert worst(judged(at(loose), at(tight), Side.OUTPUT)) is Compat.SAFE
    for before, after, side in ((loose, tight, Side.INPUT), (tight, loose, Side.OUTPUT)):
        found = [one for one in judged(at(before), at(after), side) if one[2] is Compat.BREAKING]
        assert found
        assert all(witness is not None and witness.found for *_, witness in found)


@pytest.mark.parametrize(("one", "other"), NEITHER, ids=str)
def test_steps_of_which_neither_is_one_of_the_other_break_with_a_call(one: float, other: float) -> None:
    for before, after in ((one, other), (other, one)):
        ((_, _, compat, witness),) = judged(at({"multipleOf": before}), at({"multipleOf": after}))
        assert compat is Compat.BREAKING
        assert witness is not None
        assert witness.found


@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
@pytest.mark.parametrize(("one", "other"), SAME, ids=str)
def test_steps_that_mean_the_same_are_no_change(one: Any, other: Any, side: Side) -> None:
    assert judged(at(one), at(other), side) == judged(at(other), at(one), side) == []


KIND = {"kind": {"enum": ["city", "zip"]}, "zip": {"type": "string"}}
WHEN_ZIP = {"properties": {"kind": {"const": "zip"}}}
CONDITIONS: dict[str, tuple[dict[str, Any], Any]] = {
    "then asks for a property": ({"if": WHEN_ZIP, "then": {"required": ["zip"]}}, {"kind": "zip"}),
    "else asks for a property": (
        {"if": {"properties": {"kind": {"const": "city"}}}, "else": {"required": ["zip"]}}, {"kind": "zip"}),
    "then narrows a property": (
        {"if": WHEN_ZIP, "then": {"properties": {"zip": {"minLength": 5}}}}, {"kind": "zip", "zip": "a"}),
    "a condition in allOf": ({"allOf": [{"if": WHEN_ZIP, "then": {"required": ["zip"]}}]}, {"kind": "zip"}),
    "a condition inside then": (
        {"if": WHEN_ZIP, "then": {"if": {"minProperties": 1}, "then": {"required": ["zip"]}}}, {"kind": "zip"}),
}  # fmt: skip


@pytest.mark.parametrize(("more", "call"), CONDITIONS.values(), ids=CONDITIONS)
def test_a_new_condition_breaks_with_a_call_that_meets_it(more: dict[str, Any], call: Any) -> None:
    before = {"type": "object", "properties": KIND, "required": ["kind"]}
    (change,) = compare(with_input(before), with_input({**before, **more}))
    assert change.compat is Compat.BREAKING
    assert change.witness is not None
    assert change.witness.instance == call


def test_a_condition_that_asks_for_nothing_is_safe() -> None:
    before = {"type": "object", "properties": KIND, "required": ["kind"]}
    after = {**before, "if": WHEN_ZIP, "then": {"properties": {"zip": {"minLength": 0}}}}
    assert worst(judged(before, after)).rank >= Compat.SAFE.rank


ROOTS: dict[str, tuple[Any, Any]] = {
    "no type": ({"properties": {"a": {"type": "string"}}}, at({"type": "string"})),
    "nothing at all": ({}, {"type": "object"}),
    "among other types": ({"type": ["object", "null"]}, {"type": "object"}),
    "behind a reference": ({"$ref": "#/$defs/A", "$defs": {"A": {"properties": {"a": {}}}}}, at({})),
    "null as an alternative": ({"anyOf": [at({}), {"type": "null"}]}, at({})),
}


@pytest.mark.parametrize(("open_to_more", "objects"), ROOTS.values(), ids=ROOTS)
def test_a_root_that_now_says_object_breaks_no_call(open_to_more: Any, objects: Any) -> None:
    assert worst(judged(open_to_more, objects)).rank >= Compat.SAFE.rank
    assert worst(judged(objects, open_to_more)).rank >= Compat.SAFE.rank


@pytest.mark.parametrize(
    ("before", "after"),
    [({}, at({"type": "string"}, required=["a"])), ({"properties": {"a": {}}}, at({"type": "string"}))],
    ids=["a property is demanded", "a property is narrowed"],
)
def test_a_root_that_says_object_and_asks_for_more_breaks_with_a_call(before: Any, after: Any) -> None:
    broken = [change for change in compare(with_input(before), with_input(after)) if change.compat is Compat.BREAKING]
    assert broken
    for change in broken:
        assert change.witness is not None
        assert isinstance(change.witness.instance, dict)


def test_the_type_of_a_place_inside_is_never_taken_for_granted() -> None:
    assert (
        worst(judged(at({"properties": {"b": {}}}), at({"type": "object", "properties": {"b": {}}}))) is Compat.BREAKING
    )
    recursive: Any = {"properties": {"a": {"$ref": "#"}}}
    assert worst(judged(recursive, {**recursive, "type": "object"})).rank <= Compat.UNCLEAR.rank


def test_a_break_that_nothing_shows_and_nothing_excuses_is_unclear() -> None:
    """A value that only this pattern refuses would have to be found by its text."""
    before = at({"type": "string", "pattern": "^(?=.*[0-9]{3})(?=.*[a-f]{4})x"})
    after = at({"type": "string", "pattern": "^(?=.*[0-9]{3})(?=.*[a-f]{4})x", "minLength": 9})
    ((_, _, compat, witness),) = judged(before, after)
    assert witness is not None
    assert (compat, bool(witness.reason)) == (Compat.UNCLEAR, True) or witness.found
