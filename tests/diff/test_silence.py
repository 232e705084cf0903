"""No finding means no difference: no value tells two schemas apart of which nothing is said, in either direction."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.diff import generators
from tests.diff.excuses import excused
from tests.diff.making import judged, worst
from toolwatch.diff.schema.contexts import Context
from toolwatch.diff.schema.documents import Document
from toolwatch.diff.schema.instances import Instances
from toolwatch.diff.schema.validity import valid
from toolwatch.model.change import Compat, Side

TEXT = {"type": "string"}
BASE = {"type": "object", "properties": {"a": TEXT}, "required": ["a"]}
MORE = {"type": "object", "properties": {"b": {"type": "integer"}}}


def placed(schema: Any, place: str) -> dict[str, Any]:
    """A schema that another one builds on."""
    inner, rest = {
        "in allOf": ({"allOf": [schema, MORE]}, {}),
        "in allOf by reference": ({"allOf": [{"$ref": "#/$defs/Base"}, MORE]}, {"$defs": {"Base": schema}}),
        "beside what refers to it": ({"$ref": "#/$defs/Base", **MORE}, {"$defs": {"Base": schema}}),
        "at the second remove": (
            {"$ref": "#/$defs/Next", **MORE},
            {"$defs": {"Base": schema, "Next": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}]}}},
        ),
    }[place]
    return {"type": "object", "properties": {"x": inner}, **rest}


EDITS: dict[str, tuple[Any, str, str]] = {
    "a bound": ({**BASE, "properties": {"a": {**TEXT, "minLength": 3}}}, "TW318", "TW319"),
    "a type": ({**BASE, "properties": {"a": {"type": ["string", "integer"]}}}, "TW306", "TW305"),
    "optional": ({"type": "object", "properties": {"a": TEXT}}, "TW315", "TW314"),
    "a property": ({**BASE, "properties": {"a": TEXT, "c": TEXT}}, "TW311", "TW312"),
    "a text": ({**BASE, "properties": {"a": {**TEXT, "description": "City"}}}, "TW366", "TW366"),
    "another name": (
        {"type": "object", "properties": {"a_name": TEXT}, "required": ["a_name"]}, "TW313", "TW313"),
}  # fmt: skip


@pytest.mark.parametrize(
    "place", ["in allOf", "in allOf by reference", "beside what refers to it", "at the second remove"]
)
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
def test_an_edit_of_what_another_schema_builds_on_is_told_as_itself(edit: str, place: str, side: Side) -> None:
    after, there, back = EDITS[edit]
    old, new = placed({**BASE, "properties": {"a": TEXT}}, place), placed(after, place)
    assert [rule.code for rule, *_ in judged(old, new, side)] == [there]
    assert [rule.code for rule, *_ in judged(new, old, side)] == [back]


PARTS: dict[str, tuple[Any, Any]] = {
    "one more item": (
        {"type": "array", "prefixItems": [TEXT], "items": False},
        {"type": "array", "prefixItems": [TEXT, TEXT], "items": False}),
    "items that no keyword has seen": (
        {"type": "array", "prefixItems": [TEXT], "unevaluatedItems": {"type": "integer"}},
        {"type": "array", "prefixItems": [TEXT], "unevaluatedItems": {"type": "number"}}),
    "what a reference adds to other bounds": (
        {"$ref": "#/$defs/A", "maxLength": 9, "pattern": "^a", "$defs": {"A": {"maxLength": 5, "pattern": "b"}}},
        {"$ref": "#/$defs/A", "maxLength": 9, "pattern": "^a", "$defs": {"A": {"maxLength": 7, "pattern": "b"}}}),
    "else where then was": (
        {"if": {"required": ["a"]}, "else": {"required": ["b"]}}, {"if": {"required": ["a"]}}),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), PARTS.values(), ids=PARTS)
def test_what_newly_fits_is_told_although_no_rule_looks_there(before: Any, after: Any) -> None:
    for side, own, other in ((Side.INPUT, before, after), (Side.OUTPUT, after, before)):
        found = judged(own, other, side)
        assert found
        assert {compat for *_, compat, _ in found} == {Compat.SAFE}
    assert worst(judged(after, before)).rank < Compat.SAFE.rank


@pytest.mark.parametrize("seed", range(120))
def test_no_value_tells_apart_what_nothing_is_said_of(seed: int) -> None:
    rng = Random(f"silence/{seed}")
    before = generators.root(rng)
    after = generators.edited(rng, before)
    own, other = Document.of(before), Document.of(after)
    if own.trouble or other.trouble or judged(before, after):
        return
    for giver, taker in ((own, other), (other, own)):
        drawn = Instances().draw(Context((giver.top,)), Context((taker.top,)))
        for value in islice(drawn, 80):
            if isinstance(value, dict) and valid(value, giver.top) and valid(value, taker.top) is False:
                assert excused(value, giver.root, taker.root), value
