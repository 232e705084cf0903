"""Bounded work: thousands of tools and properties, schemas in circles, and any depth."""

import time
from typing import Any

import pytest

from tests.diff.making import snapshot, with_input
from toolwatch.diff import compare
from toolwatch.diff.schema import validity
from toolwatch.diff.schema.documents import Document
from toolwatch.model.change import Compat
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.snapshot import take

# Much work through few lines, which the tests of the rules go through as well.
pytestmark = pytest.mark.sample


def nested(levels: int, leaf: Any, word: str) -> Any:
    made = leaf
    for _ in range(levels):
        wrapped = {
            "properties": {"type": "object", "properties": {"a": made}},
            "items": {"type": "array", "items": made},
            "anyOf": {"anyOf": [made, {"type": "null"}]},
            "allOf": {"allOf": [made]},
            "not": {"not": made},
        }
        made = wrapped[word]
    return made


@pytest.mark.parametrize("word", ["properties", "items", "anyOf", "allOf", "not"])
@pytest.mark.parametrize("levels", [20, 99, 101, 1000])
def test_any_depth_ends_with_a_verdict_and_never_with_safe(levels: int, word: str) -> None:
    before, after = nested(levels, {"type": "string"}, word), nested(levels, {"type": "integer"}, word)
    found = compare(with_input(before), with_input(after))
    assert min(change.compat.rank for change in found) <= Compat.UNCLEAR.rank
    assert compare(with_input(before), with_input(before)) == ()


def test_depth_is_never_too_much() -> None:
    before, after = (nested(20_000, {"type": kind}, "properties") for kind in ("string", "integer"))
    (change,) = compare(with_input(before), with_input(after))
    assert change.compat is Compat.UNCLEAR


def test_a_widening_among_ten_thousand_properties_is_proven_safe() -> None:
    wider = flat(10_000)
    wider["properties"]["p77"] = {"type": ["string", "integer"]}
    assert [change.compat for change in compare(with_input(flat(10_000)), with_input(wider))] == [Compat.SAFE]


def tree(kind: str) -> Any:
    node = {
        "type": "object",
        "properties": {
            "next": {"$ref": "#/$defs/N"},
            "kids": {"type": "array", "items": {"$ref": "#/$defs/N"}},
            "v": {"type": kind},
        },
        "required": ["v"],
    }
    return {"$ref": "#/$defs/N", "$defs": {"N": node}}


def ladder(kind: str, rungs: int = 30) -> Any:
    steps = {
        f"d{at}": {"type": "object", "properties": {name: {"$ref": f"#/$defs/d{at + 1}"} for name in "abcdefgh"}}
        for at in range(rungs)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**steps, f"d{rungs}": {"type": kind}}}


def union(kind: str, arms: int = 40) -> Any:
    def arm(at: int) -> Any:
        properties = {"k": {"const": at}, "v": {"type": kind if at == arms - 1 else "string"}}
        return {"type": "object", "properties": properties, "required": ["k", "v"]}

    return {"oneOf": [arm(at) for at in range(arms)]}


@pytest.mark.parametrize(
    ("make", "verdict"),
    [(tree, Compat.BREAKING), (ladder, Compat.UNCLEAR), (union, Compat.BREAKING)],
    ids=["tree", "ladder", "union"],
)
def test_circles_and_fans_end_with_a_break_where_it_can_be_shown(make: Any, verdict: Compat) -> None:
    started = time.process_time()
    found = compare(with_input(make("string")), with_input(make("integer")))
    assert [change.compat for change in found] == [verdict]
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "endless",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}]},
        {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"anyOf": [{"$ref": "#/$defs/A"}]}}},
        {"if": {"$ref": "#"}, "then": {"type": "string"}},
    ],
    ids=["itself", "allOf", "two", "if"],
)
def test_schemas_that_no_validator_comes_to_an_end_on(endless: Any) -> None:
    found = compare(with_input({"type": "object"}), with_input(endless))
    assert min(change.compat.rank for change in found) <= Compat.UNCLEAR.rank
    assert compare(with_input(endless), with_input(endless)) == ()


TWICE: dict[str, Any] = {
    "a property and a pattern": {"properties": {"a": {"$ref": "#"}}, "patternProperties": {"^a": {"$ref": "#"}}},
    "two of allOf": {"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}},
    "a name that leads back": {
        "properties": {"a": {"$ref": "#/$defs/Again"}},
        "patternProperties": {"^a": {"$ref": "#/$defs/Again"}},
        "$defs": {"Again": {"$ref": "#"}},
    },
    "a branch and its rest": {"properties": {"a": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}], "$ref": "#"}}},
    "a dialect of its own": {
        "properties": {"a": {"$ref": "#/$defs/Again"}},
        "patternProperties": {"^a": {"$ref": "#/$defs/Again"}},
        "$defs": {"Again": {"$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [{"$ref": "#"}]}},
    },
}
"""Schemas under which each level of a value doubles what a validator has to do."""


@pytest.mark.parametrize(("name", "draft7"), [*((name, False) for name in TWICE), ("a property and a pattern", True)])
def test_values_that_double_the_work_at_each_level_end(name: str, draft7: bool) -> None:
    named = {"$schema": "http://json-schema.org/draft-07/schema#"} if draft7 else {}
    before: Any = {**named, "type": "object", **TWICE[name]}
    started = time.process_time()
    for after in (
        {**before, "properties": {}},
        {**before, "properties": {**before["properties"], "b": {"enum": [1]}}},
    ):
        for one, other in ((before, after), (after, before)):
            assert compare(with_input(one), with_input(other))
    assert time.process_time() - started < 12
    deep: Any = {}
    for _ in range(40):
        deep = {"a": deep}
    started = time.process_time()
    assert validity.valid(deep, Document.of(before).top) is None
    assert validity.errors(deep, Document.of(before)) is None
    assert time.process_time() - started < 4


def flat(count: int, **parts: Any) -> Any:
    return {"type": "object", "properties": {f"p{at}": {"type": "string"} for at in range(count)}, **parts}


def test_ten_thousand_properties() -> None:
    started = time.process_time()
    one = flat(10_000)
    one["properties"]["p77"] = {"type": "integer"}
    (change,) = compare(with_input(flat(10_000)), with_input(one))
    assert (change.path, change.compat) == ("/inputSchema/properties/p77/type", Compat.BREAKING)
    assert change.witness is not None
    assert change.witness.found
    assert time.process_time() - started < 8


def test_thousands_of_changes_in_one_schema() -> None:
    started = time.process_time()
    asked = flat(1500, required=[f"p{at}" for at in range(1500)])
    found = compare(with_input(flat(1500)), with_input(asked))
    assert len(found) == 1500
    assert len({change.fingerprint for change in found}) == 1500
    late = [change.witness.reason for change in found if change.witness is not None and not change.witness.found]
    assert late
    assert {reason.split(",")[0] for reason in late} == {"the schema has more than 250 such changes"}
    assert time.process_time() - started < 12


def test_ten_thousand_tools_of_which_one_in_a_hundred_changed() -> None:
    def tool(at: int, *, now: bool) -> Tool:
        text = f"Does thing number {at} for the shop, and says what came of it." + (" Prefer it." if now else "")
        return Tool.of(f"tool_{at}", text, flat(6, required=["p0"]), outputSchema={"type": "object"})

    before, after = (
        take(Listing("shop", tuple(tool(at, now=now and at % 100 == 0) for at in range(10_000))))
        for now in (False, True)
    )
    started = time.process_time()
    assert len(compare(before, after)) == 100
    assert time.process_time() - started < 3


def test_many_renames() -> None:
    def tool(at: int, prefix: str) -> dict[str, Any]:
        return {"name": f"{prefix}_{at}", "description": f"Fetch record {at} of kind {at * 7} and return its text."}

    started = time.process_time()
    before, after = ({"tools": [tool(at, prefix) for at in range(1000)]} for prefix in ("fetch", "get"))
    found = compare(snapshot(before), snapshot(after))
    assert {change.code for change in found} == {"TW362"}
    assert all(change.tool.rpartition("_")[2] == change.tool_before.rpartition("_")[2] for change in found)
    assert time.process_time() - started < 10
