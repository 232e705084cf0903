"""Schema validity: our own checks against the meta-schema of JSON Schema 2020-12."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolwatch.lint import Options, check
from toolwatch.lint.schema import fits, kind, resolve, same
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

VALIDITY = frozenset(("TW103", "TW104", "TW106", "TW113", "TW114", "TW1014"))
"""The rules that together say what the meta-schema says."""
BEYOND = frozenset(("TW103",))
"""What MCP asks of the root, beyond the meta-schema."""

VALUES: dict[str, Any] = {
    "type": [["string"], ["a"], [], "int", "string", 1, None, ["string", "string"]],
    "minimum": [1, "1", None, True, 1.5],
    "exclusiveMaximum": [5, "5"],
    "multipleOf": [2, 0, -1, "2"],
    "minLength": [0, -1, 1.5, 2.0, "2", True],
    "maxItems": [3, -3, [3]],
    "pattern": ["^a$", 1, None],
    "required": [["a"], ["a", "a"], "a", True, [1], []],
    "enum": [["a"], "a", [], {"a": 1}],
    "properties": [{"a": {}}, [], None, {"a": 1}, {"a": True}],
    "items": [{}, True, 1],
    "anyOf": [[{}], [], {}, [1], [True]],
    "prefixItems": [[{}], []],
    "not": [{}, False, 1],
    "additionalProperties": [False, {}, "no"],
    "$defs": [{"a": {}}, [], {"a": 1}],
    "dependentRequired": [{"a": ["b"]}, {"a": "b"}, [], {"a": [1]}],
    "title": ["A", 1],
    "description": ["A", None],
    "examples": [[1], 1],
    "uniqueItems": [True, 1],
    "deprecated": [True, "yes"],
    "readOnly": [False, None],
    "default": [None, 1],
    "const": [None, []],
    "format": ["date", 1],
}
TABLE = [(keyword, value) for keyword, values in VALUES.items() for value in values]
METASCHEMA = Draft202012Validator(Draft202012Validator.META_SCHEMA)


def _refused(schema: dict[str, Any]) -> bool:
    """Whether one of the validity rules finds an error below the root's own type."""
    tool = Tool.of("a", "b", {"type": "object", "properties": {"p": schema}})
    found = check(Listing("any", tools=(tool,)), options=Options())
    return any(one.code in VALIDITY - BEYOND and one.severity is Severity.ERROR for one in found)


@pytest.mark.parametrize(
    ("keyword", "value"), TABLE, ids=[f"{keyword}-{json.dumps(value)}" for keyword, value in TABLE]
)
def test_a_keyword_is_judged_as_by_the_meta_schema(keyword: str, value: Any) -> None:
    if keyword == "exclusiveMaximum" and isinstance(value, bool):
        pytest.skip("draft-04 is let pass")
    assert _refused({keyword: value}) is not METASCHEMA.is_valid({keyword: value})


SCHEMAS = st.dictionaries(st.sampled_from(sorted(VALUES)), st.integers(0, 7), max_size=4).map(
    lambda picks: {keyword: VALUES[keyword][pick % len(VALUES[keyword])] for keyword, pick in picks.items()}
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(SCHEMAS, st.sampled_from(["items", "not", "additionalProperties"]))
def test_any_mixture_is_judged_as_by_the_meta_schema(schema: dict[str, Any], under: str) -> None:
    nested = {"type": "object", under: schema}
    assert _refused(nested) is not METASCHEMA.is_valid(nested)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (True, "boolean"),
        (None, "null"),
        (1, "integer"),
        (1.0, "integer"),
        (1.5, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
)
def test_kinds(value: Any, name: str) -> None:
    assert kind(value) == name
    assert fits(value, (name,))


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        ([1], [1.0], True),
        ({"a": 1}, {"a": True}, False),
        ("1", 1, False),
        ({}, [], False),
    ],
)
def test_equality_is_that_of_json(one: Any, other: Any, equal: bool) -> None:
    assert same(one, other) is equal


DOCUMENT = {"$defs": {"a b": {"$anchor": "here"}, "x/y": 1, "~": [10, 20]}, "properties": {"p": True}}


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("#", (True, DOCUMENT)),
        ("#/properties/p", (True, True)),
        ("#/$defs/a%20b", (True, {"$anchor": "here"})),
        ("#/$defs/x~1y", (True, 1)),
        ("#/$defs/~0/1", (True, 20)),
        ("#here", (True, {"$anchor": "here"})),
        ("#/$defs/~0/2", (False, None)),
        ("#/nowhere", (False, None)),
        ("#there", (False, None)),
        ("#/$defs/~0/²", (False, None)),
        ("#/$defs/~0/99999999999999999999", (False, None)),
    ],
)
def test_references(reference: str, found: tuple[bool, Any]) -> None:
    assert resolve(DOCUMENT, reference) == found


def _codes(**schema: Any) -> set[str]:
    tool = Tool.of("a", "b", {"type": "object", "properties": {"p": schema}})
    return {one.code for one in check(Listing("any", tools=(tool,)), options=Options())}


@pytest.mark.parametrize(
    ("default", "fires"), [(["High"], True), (["low", "High"], True), (["low"], False), ([], False), (None, False)]
)
def test_a_default_list_is_compared_with_the_enum_of_its_items(default: Any, fires: bool) -> None:
    items = {"type": "string", "enum": ["low", "high"]}
    assert ("TW119" in _codes(type="array", items=items, default=default)) is fires
    assert "TW119" not in _codes(type="array", items={"type": "string"}, default=default)


@pytest.mark.parametrize(
    ("schema", "fires"),
    [
        ({"type": "integer", "min": 1}, True),
        ({"type": "integer", "max": 9}, True),
        ({"type": "string", "regex": "^a$"}, True),
        ({"type": "integer", "x-min": 1}, False),
        ({"type": "object", "properties": {"min": {"type": "integer"}, "values": {"type": "string"}}}, False),
    ],
)
def test_a_keyword_of_another_schema_language_is_no_keyword(schema: dict[str, Any], fires: bool) -> None:
    assert ("TW1015" in _codes(**schema)) is fires
