"""What is proven, what must not be, and proofs that end."""

from typing import Any

import pytest

from toolwatch.diff.schema.documents import Document
from toolwatch.diff.schema.prover import Prover

OLD = {"$schema": "http://json-schema.org/draft-07/schema#"}
TREE = {
    "$ref": "#/$defs/N",
    "$defs": {
        "N": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/N"}, "v": {"type": "integer"}},
            "required": ["v"],
        }
    },
}
WIDER_TREE = {"type": "object", "properties": {"next": {"$ref": "#"}, "v": {"type": "number"}}}


def proven(inner: Any, outer: Any, *, lenient: bool = False) -> bool:
    return Prover(lenient=lenient).includes(Document.of(inner), Document.of(outer))


YES: dict[str, tuple[Any, Any]] = {
    "integer is a number": ({"type": "integer"}, {"type": "number"}),
    "null spelt as an alternative": ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
    "null spelt in the enum": ({"enum": ["a", None]}, {"oneOf": [{"const": "a"}, {"type": "null"}]}),
    "constants as alternatives": ({"enum": ["a", "b"]}, {"oneOf": [{"const": "b"}, {"const": "a"}]}),
    "a bound beside another": ({"type": "integer", "exclusiveMinimum": 0}, {"minimum": 1}),
    "a bound of integers read whole": ({"type": "integer", "minimum": 0.5}, {"minimum": 1}),
    "a multiple of a divisor": ({"type": "integer", "multipleOf": 6}, {"multipleOf": 3}),
    "every integer is a multiple of a half": ({"type": "integer"}, {"multipleOf": 0.5}),
    "a step of decimals": ({"type": "number", "multipleOf": 0.3}, {"multipleOf": 0.1}),
    "a cent in a tenth": ({"type": "number", "multipleOf": 0.1}, {"multipleOf": 0.01}),
    "a whole step makes an integer": ({"type": "number", "multipleOf": 2}, {"type": "integer"}),
    "an integer is a whole step": ({"type": "integer"}, {"type": "number", "multipleOf": 1}),
    "other types do not mind": ({"type": "string"}, {"minimum": 5, "required": ["a"], "minItems": 3}),
    "a reference inlined": ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}, {"type": "string"}),
    "a reference to a property": ({"properties": {"a": {"type": "integer"}, "b": {"$ref": "#/properties/a"}}},
                                  {"properties": {"b": {"type": "number"}}}),
    "an anchor": ({"$ref": "#here", "$defs": {"A": {"$anchor": "here", "type": "string"}}}, {"type": "string"}),
    "trees of trees": (TREE, WIDER_TREE),
    "allOf merged": ({"allOf": [{"minimum": 2}, {"type": "integer"}, {"maximum": 3}]}, {"enum": [1, 2, 3, 4]}),
    "cases of an alternative": (
        {"anyOf": [{"const": 1}, {"type": "integer", "minimum": 5}]}, {"type": "integer", "minimum": 1}),
    "a condition that holds both ways": (
        {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["b"]}},
        {"required": ["b"]},
    ),
    "not of another type": ({"type": "string"}, {"not": {"type": "integer"}}),
    "not of another constant": ({"enum": ["a", "b"]}, {"not": {"const": "c"}}),
    "a discriminated union grows": (
        {"oneOf": [{"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]}]},
        {"oneOf": [{"type": "object", "properties": {"k": {"const": kind}}, "required": ["k"]} for kind in (2, 1, 3)]},
    ),
    "closed objects": (
        {"type": "object", "properties": {"a": {}}, "additionalProperties": False}, {"maxProperties": 1}),
    "names of a closed object": (
        {"type": "object", "properties": {"ab": {}}, "additionalProperties": False},
        {"propertyNames": {"minLength": 2}},
    ),
    "required by a dependency": (
        {"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}}, {"required": ["b"]}),
    "prefix and rest": (
        {"type": "array", "prefixItems": [{"type": "integer"}], "items": False}, {"items": {"type": "number"}}),
    "items of draft-07": ({**OLD, "items": [{"type": "integer"}], "additionalItems": False}, {"maxItems": 1}),
    "contains": ({"type": "array", "minItems": 1, "items": {"type": "integer"}}, {"contains": {"type": "number"}}),
    "short lists are unique": ({"type": "array", "maxItems": 1}, {"uniqueItems": True}),
    "the length of a pattern": ({"type": "string", "pattern": "^[a-z]{2,4}$"}, {"minLength": 2, "maxLength": 5}),
    "a pattern of properties": (
        {"patternProperties": {"^x-": {"type": "integer"}}}, {"patternProperties": {"^x-": {"type": "number"}}}),
    "nothing is everything": (False, {"type": "string"}),
    "format is a remark": ({"type": "string"}, {"type": "string", "format": "uri"}),
    "siblings of a reference in draft-07": ({**OLD, "properties": {"a": {"$ref": "#/definitions/A", "type": "integer"}},
        "definitions": {"A": {"type": "string"}}}, {"properties": {"a": {"type": "string"}}}),
    "the safe integer": ({"type": "integer"}, {"type": "integer", "maximum": 2**53 - 1, "minimum": -(2**53) + 1}),
}  # fmt: skip

NO: dict[str, tuple[Any, Any]] = {
    "number is no integer": ({"type": "number"}, {"type": "integer"}),
    "a wider enum": ({"enum": ["a", "b"]}, {"enum": ["a"]}),
    "true is not one": ({"enum": [True]}, {"enum": [1]}),
    "a type that the other lacks": ({"type": ["string", "null"]}, {"type": "string"}),
    "an open object": ({"type": "object"}, {"additionalProperties": False}),
    "an optional property told of": ({"properties": {"a": {}}}, {"properties": {"a": {"type": "string"}}}),
    "trees": (WIDER_TREE, TREE),
    "overlapping alternatives of oneOf": ({"type": "integer"}, {"oneOf": [{"type": "integer"}, {"type": "number"}]}),
    "a condition on one side": ({"type": "object"}, {"if": {"required": ["a"]}, "then": {"required": ["b"]}}),
    "not": ({}, {"not": {"type": "integer"}}),
    "a reference in a circle": ({"$ref": "#"}, {"type": "string"}),
    "a reference that leads outside": ({"$ref": "https://a.example/s.json"}, {"type": "string"}),
    "an unknown dialect": (
        {"$schema": "https://a.example/dialect", "type": "string"},
        {"$schema": "https://a.example/dialect", "$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}},
    ),
    "an evaluated property": ({"allOf": [{"additionalProperties": True}], "unevaluatedProperties": False},
                              {"allOf": [{}], "unevaluatedProperties": False}),
    "patterns": ({"type": "string", "pattern": "^a"}, {"pattern": "^ab"}),
    "newlines before a dollar sign": ({"type": "string", "pattern": "^a$"}, {"maxLength": 1}),
    "steps of which neither is one of the other": ({"type": "number", "multipleOf": 0.2}, {"multipleOf": 0.3}),
    "a finer step": ({"type": "number", "multipleOf": 0.01}, {"multipleOf": 0.1}),
    "numbers and a step": ({"type": "number"}, {"multipleOf": 0.01}),
    "a step of any type": ({}, {"type": "number", "multipleOf": 1}),
    "a keyword that is broken": ({"type": "string"}, {"type": "string", "minLength": "many"}),
    "too deep to be read": ({"type": "object"}, {"properties": {"a": {"$toolwatch-buried": "x"}}}),
}  # fmt: skip


@pytest.mark.parametrize(("inner", "outer"), YES.values(), ids=YES)
def test_proven(inner: Any, outer: Any) -> None:
    assert proven(inner, outer)


@pytest.mark.parametrize(("inner", "outer"), NO.values(), ids=NO)
def test_not_proven(inner: Any, outer: Any) -> None:
    assert not proven(inner, outer)


def test_an_argument_nobody_was_told_of_is_left_out_only_where_that_is_asked() -> None:
    before = {"type": "object", "properties": {"a": {"type": "string"}}}
    after = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    assert not proven(before, after)
    assert proven(before, after, lenient=True)


@pytest.mark.parametrize(
    "before",
    [
        {"additionalProperties": {"type": "integer"}},
        {"patternProperties": {"^b": {}}},
        {"anyOf": [{"properties": {"b": {}}}, {"properties": {"a": {}}}]},
        {"required": ["b"]},
        {"anyOf": [{"required": ["a", "b"]}, {"required": ["c"]}]},
        {"if": {"required": ["b"]}, "then": {"required": ["a"]}},
        {"not": {"required": ["a", "b"]}},
        {"dependentRequired": {"b": ["a"]}},
        {"dependentRequired": {"a": ["b"]}},
        {"dependentSchemas": {"b": {"required": ["a"]}}},
        {"dependentSchemas": {"a": {"required": ["b"]}}},
        {"propertyNames": {"enum": ["a", "b"]}},
        {"propertyNames": {"pattern": "^[a-z]$"}},
        {"allOf": [{"propertyNames": {"maxLength": 3}}]},
        {"$ref": "#/$defs/A", "$defs": {"A": {"dependentRequired": {"a": ["b"]}}}},
        {**OLD, "dependencies": {"a": ["b"]}},
    ],
    ids=[
        "described as a rest",
        "described by a pattern",
        "described by an alternative",
        "asked for",
        "asked for by an alternative",
        "asked after",
        "refused beside another",
        "sets off a dependency",
        "needed by a dependency",
        "sets off a schema",
        "asked for by a schema that another sets off",
        "among the names",
        "fits the names",
        "is short enough",
        "behind a reference",
        "in draft-07",
    ],
)
def test_an_argument_that_was_spoken_of_is_never_left_out(before: Any) -> None:
    assert not proven({"type": "object", **before}, {"properties": {"b": {"type": "string"}}}, lenient=True)


@pytest.mark.parametrize(
    "before",
    [
        {"additionalProperties": True},
        {"additionalProperties": {}},
        {"propertyNames": {"enum": ["a", "c"]}},
        {"propertyNames": True},
        {"required": ["a"]},
        {"dependentRequired": {"a": ["c"]}},
    ],
    ids=["open said aloud", "open said with a schema", "not among the names", "any name", "another", "others"],
)
def test_an_argument_that_nobody_spoke_of_is_left_out(before: Any) -> None:
    assert proven({"type": "object", **before}, {"properties": {"b": {"type": "string"}}}, lenient=True)


def test_an_argument_that_only_sets_off_a_dependency_is_never_left_out() -> None:
    before = {"dependentSchemas": {"c": {"type": "object"}}}
    after = {"dependentSchemas": {"c": {"allOf": [{"type": "object"}, {"type": "null"}]}}}
    assert not proven(before, after, lenient=True)


def test_an_old_property_inside_a_map_is_never_left_out() -> None:
    before = {"additionalProperties": {"type": "object", "properties": {"a": {"type": "number"}}}}
    after = {"additionalProperties": {"type": "object", "properties": {"a": {"type": "integer"}}}}
    assert not proven(before, after, lenient=True)
