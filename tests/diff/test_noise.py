"""What SDKs do to a schema without anybody meaning it is no break, and what means the same is no change at all."""

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diff import generators
from tests.diff.making import judged, snapshot
from toolwatch.diff import compare
from toolwatch.diff.policy import Policy
from toolwatch.model.change import Compat, Side

BIG = 2**53 - 1
OLD, NEW = "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"
CITY = {"type": "string", "description": "City"}


def with_property(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}, **more}


SAME: dict[str, tuple[Any, Any]] = {
    "key order": (with_property(CITY), dict(reversed(list(with_property(CITY).items())))),
    "enum as alternatives": (
        with_property({"enum": ["x", "y"]}), with_property({"anyOf": [{"const": "y"}, {"const": "x"}]})),
    "typed constants": (
        with_property({"type": "string", "enum": ["x", "y"]}),
        with_property({"oneOf": [{"type": "string", "const": "x"}, {"type": "string", "const": "y"}]}),
    ),
    "null as an alternative": (
        with_property({"type": ["string", "null"], "maxLength": 5}),
        with_property({"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]}),
    ),
    "null in the list of constants": (
        with_property({"enum": ["x", None]}), with_property({"anyOf": [{"enum": ["x"]}, {"type": "null"}]})),
    "a reference inlined": (
        {**with_property({"$ref": "#/$defs/A"}), "$defs": {"A": CITY}}, with_property(CITY)),
    "definitions renamed": (
        {**with_property({"$ref": "#/$defs/A"}), "$defs": {"A": CITY}},
        {**with_property({"$ref": "#/$defs/B"}), "$defs": {"B": CITY}},
    ),
    "a circle unrolled": (
        {"$ref": "#/$defs/N", "$defs": {"N": {"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}}}}},
        {"type": "object", "properties": {"n": {"type": "object", "properties": {"n": {"$ref": "#"}}}}},
    ),
    "a reference to a property": (
        {"properties": {"a": CITY, "b": CITY}}, {"properties": {"a": CITY, "b": {"$ref": "#/properties/a"}}}),
    "definitions nobody uses": (with_property(CITY), {**with_property(CITY), "$defs": {"A": {"type": "integer"}}}),
    "open said aloud": (with_property(CITY), with_property(CITY, additionalProperties=True)),
    "open said with a schema": (with_property(CITY), with_property(CITY, additionalProperties={})),
    "an exclusive bound of integers": (
        with_property({"type": "integer", "minimum": 1}), with_property({"type": "integer", "exclusiveMinimum": 0})),
    "bounds that bind nothing": (
        with_property({"type": "string"}), with_property({"type": "string", "minLength": 0, "minimum": 5})),
    "required in another order": (with_property(CITY, required=["a", "b"]), with_property(CITY, required=["b", "a"])),
    "allOf around it": (with_property(CITY), {"allOf": [with_property(CITY)]}),
    "numbers spelt otherwise": (with_property({"maximum": 5}), with_property({"maximum": 5.0})),
}  # fmt: skip


@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
@pytest.mark.parametrize(("before", "after"), SAME.values(), ids=SAME)
def test_another_spelling_is_no_change(before: Any, after: Any, side: Side) -> None:
    assert judged(before, after, side) == []
    assert judged(after, before, side) == []


NOISE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "safe integers": ({"inputSchema": with_property({"type": "integer"})},
                      {"inputSchema": with_property({"type": "integer", "maximum": BIG, "minimum": -BIG})}),
    "the dialect": ({"inputSchema": {"$schema": OLD, **with_property(CITY)}},
                    {"inputSchema": {"$schema": NEW, **with_property(CITY)}}),
    "the dialect, newly": ({"inputSchema": with_property(CITY)},
                           {"inputSchema": {"$schema": OLD, **with_property(CITY)}}),
    "titles of schemas": ({"inputSchema": with_property(CITY, title="GitAdd")},
                          {"inputSchema": with_property({**CITY, "title": "A"}, title="git_addArguments")}),
    "execution": ({}, {"execution": {"taskSupport": "forbidden"}}),
    "_meta": ({}, {"_meta": {"fastmcp": {"tags": []}}}),
    "hints said aloud": ({}, {"annotations": {"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True}}),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), NOISE.values(), ids=NOISE)
def test_noise_is_recorded_and_not_shown(before: dict[str, Any], after: dict[str, Any]) -> None:
    for own, other in ((before, after), (after, before)):
        found = compare(*(snapshot({"tools": [{"name": "t", **said}]}) for said in (own, other)))
        assert found
        assert {change.compat for change in found} == {Compat.NONE}
        assert Policy().shown(found) == ()


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(min_value=0, max_value=10**9))
def test_a_copy_is_no_change(seed: int) -> None:
    schema = generators.root(Random(seed))
    for side in (Side.INPUT, Side.OUTPUT):
        assert judged(schema, copy.deepcopy(schema), side) == []


def _nested(levels: int, *, by_types: bool) -> dict[str, Any]:
    """Lists of objects that may be null, inside one another, as generators of models write them or shorter."""
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        items = {"type": "array", "items": {"type": "object", "properties": {"a": schema}}}
        schema = {**items, "type": ["array", "null"]} if by_types else {"anyOf": [items, {"type": "null"}]}
    return with_property(schema)


@pytest.mark.parametrize("levels", range(1, 10))
@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
def test_another_spelling_of_null_is_no_change_however_deep(levels: int, side: Side) -> None:
    short, long = (_nested(levels, by_types=by_types) for by_types in (True, False))
    assert judged(short, long, side) == []
    assert judged(long, short, side) == []
