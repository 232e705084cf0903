"""A schema that gets other forms beside it, or loses them, is told as that: one finding, and the rest is as it was."""

from itertools import product
from typing import Any

import pytest

from tests.diff.making import judged
from toolwatch.diff.judge import Ruling
from toolwatch.diff.schema.documents import Document
from toolwatch.diff.schema.validity import valid
from toolwatch.model.change import Compat, Side

TEXT, WHOLE, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}
TEXTS = {"type": "array", "items": TEXT}


def kind(name: str, **more: Any) -> dict[str, Any]:
    """One of several objects that are told apart by a constant."""
    properties = {"kind": {"const": name}, name: TEXT}
    return {
        "type": "object",
        "properties": properties,
        "required": ["kind", name],
        "additionalProperties": False,
        **more,
    }


def bound(schema: Any, place: str) -> dict[str, Any]:
    """A schema as a parameter, as the items of one, or as what a parameter holds one level further down."""
    deep = {"type": "object", "properties": {"b": schema}}
    inner = {"parameter": schema, "items": {"type": "array", "items": schema}, "deep": deep}[place]
    return {"type": "object", "properties": {"a": inner}, "required": ["a"]}


PLAIN: dict[str, Any] = {
    "text": {"type": "string", "pattern": "^[a-z]+$", "minLength": 2},
    "list": {"type": "array", "items": {"type": "string", "maxLength": 9}, "minItems": 1},
    "object": kind("id"),
    "nullable": {"anyOf": [kind("id"), NULL]},
    "nullable by types": {"type": ["array", "null"], "items": TEXT},
    "described": {"type": "array", "items": TEXT, "description": "Names", "default": ["x"]},
}
MORE: dict[str, list[Any]] = {"number": [WHOLE], "kind": [kind("name")], "two kinds": [kind("name"), kind("url")]}
PLACES = ("parameter", "items", "deep")


def nullable(schema: Any) -> bool:
    return NULL in schema.get("anyOf", ()) or "null" in schema.get("type", ())


def lists(plain: Any, more: list[Any], keyword: str) -> dict[str, Any]:
    """The plain schema and others as one list, null beside them where it was; remarks stand at the list."""
    outside = {word: plain[word] for word in ("description", "default") if word in plain}
    own = {word: value for word, value in plain.items() if word not in outside}
    forms = own["anyOf"][:1] if "anyOf" in own else [own]
    if nullable(plain):
        forms = [{**forms[0], "type": "array"} if forms[0].get("type") == ["array", "null"] else forms[0], NULL]
    return {**outside, keyword: [*forms, *more]}


def told(rulings: list[Ruling]) -> list[tuple[str, str]]:
    return [(rule.code, compat.value) for rule, _, compat, _ in rulings]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize(("plain", "more"), [*product(PLAIN, MORE)])
def test_forms_beside_a_plain_schema_are_one_finding(plain: str, more: str, keyword: str, place: str) -> None:
    before, after = bound(PLAIN[plain], place), bound(lists(PLAIN[plain], MORE[more], keyword), place)
    for side, own, other in ((Side.INPUT, before, after), (Side.OUTPUT, after, before)):
        found = judged(own, other, side)
        kinds = {code for code, _ in told(found)}
        assert kinds <= {"TW305", "TW306", "TW335", "TW336"}
        assert {compat for *_, compat, _ in found} == {Compat.SAFE}
        assert [rule.code for rule, *_ in found if rule.code in ("TW300", "TW333", "TW334")] == []
        assert len(found) - len(kinds & {"TW305", "TW306"}) <= 1
    for side, own, other in ((Side.INPUT, after, before), (Side.OUTPUT, before, after)):
        found = judged(own, other, side)
        assert {compat for *_, compat, _ in found} == {Compat.BREAKING}
        assert all(shows(witness.instance, MORE[more], place) for *_, witness in found if witness is not None)
        assert all(witness is not None and witness.found for *_, witness in found)


def shows(arguments: Any, forms: list[Any], place: str) -> bool:
    """Whether a witness holds one of the forms that are gone, and not something else that is refused."""
    value = arguments["a"]
    values = value if place == "items" else [value["b"] if place == "deep" else value]
    return any(valid(one, Document.of(form).top) is True for one in values for form in forms)


ONE_EDIT: dict[str, tuple[Any, Any, list[tuple[str, str]]]] = {
    "a type beside a list": (TEXTS, {"anyOf": [TEXT, TEXTS]},
                             [("TW306", "safe")]),
    "a type and null": (TEXT, {"anyOf": [TEXT, TEXTS, NULL]},
                        [("TW306", "safe"), ("TW309", "safe")]),
    "a type beside what may be null": ({"anyOf": [TEXT, NULL]}, {"anyOf": [TEXT, TEXTS, NULL]},
                                       [("TW306", "safe")]),
    "one more type": ({"anyOf": [TEXT, TEXTS]},
                      {"anyOf": [TEXT, TEXTS, WHOLE]}, [("TW306", "safe")]),
    "one more type in other words": (
        {"anyOf": [TEXT, TEXTS]}, {"anyOf": [TEXT, TEXTS, {"type": "number", "multipleOf": 1}]}, [("TW306", "safe")]),
    "null beside forms": ({"anyOf": [TEXT, TEXTS]},
                          {"anyOf": [TEXT, TEXTS, NULL]}, [("TW309", "safe")]),
    "a type exchanged": ({"anyOf": [kind("id"), TEXTS]}, {"anyOf": [kind("id"), WHOLE]},
                         [("TW307", "breaking")]),
    "a form that the other covers": ({"anyOf": [{"type": "string", "format": "uri", "minLength": 1}, TEXT]}, TEXT,
                                     [("TW300", "safe")]),
    "a bound in a form that was plain": (
        TEXTS,
        {"anyOf": [{**TEXTS, "minItems": 1}, kind("id")]}, 
        [("TW306", "safe"), ("TW318", "breaking"), ("TW336", "safe")]),
    "a text in the form": (kind("id"), {"oneOf": [kind("id", description="By id"), kind("name")]},
                           [("TW336", "safe"), ("TW366", "safe")]),
    "a text moved into the form": (
        kind("id", description="By id"), {"oneOf": [kind("id", description="By id"), kind("name")]},
                                   [("TW336", "safe")]),
    "a text moved out of the form": (
        kind("id", description="By id"), {"description": "By id", "oneOf": [kind("id"), kind("name")]},
                                     [("TW336", "safe")]),
    "a bound beside null": (
        {"anyOf": [TEXT, NULL]}, {"anyOf": [{"type": "string", "minLength": 3}, NULL]}, [("TW318", "breaking")]),
    "a bound gone beside null": (
        {"anyOf": [{"type": "string", "minLength": 3}, NULL]}, {"type": ["string", "null"]}, [("TW319", "safe")]),
    "a bound and null": (TEXT, {"anyOf": [{"type": "string", "pattern": "^a"}, NULL]},
                         [("TW309", "safe"), ("TW320", "breaking")]),
    "whole numbers above the same bound": (
        {"type": "number", "exclusiveMinimum": 0}, {"type": "integer", "exclusiveMinimum": 0}, [("TW305", "breaking")]),
    "fractions above the same bound": (
        {"type": "integer", "minimum": 1}, {"type": "number", "exclusiveMinimum": 0}, [("TW306", "safe")]),
    "whole numbers up to the last one below a bound": (
        {"type": "number", "maximum": 9.5}, {"type": "integer", "maximum": 9}, [("TW305", "breaking")]),
    "whole numbers up to fewer": (
        {"type": "number", "maximum": 9.5}, {"type": "integer", "maximum": 8},
        [("TW305", "breaking"), ("TW316", "breaking")]),
    "anything into forms": ({"type": "object"}, {"oneOf": [kind("id"), kind("name")]}, [("TW333", "breaking")]),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), ONE_EDIT.values(), ids=ONE_EDIT)
def test_one_edit_is_told_once(before: Any, after: Any, expected: list[tuple[str, str]]) -> None:
    found = judged(bound(before, "parameter"), bound(after, "parameter"))
    assert sorted(told(found)) == expected


MIRROR = {"TW316": "TW317", "TW305": "TW306", "TW307": "TW307", "TW331": "TW332"}

SHOWN_BY: dict[str, tuple[Any, Any, str, Any]] = {
    "a maximum beside a minimum and null": (
        {"type": ["integer", "string", "null"]}, {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, NULL]},
        "TW316", 10),
    "an object that was nullable": ({"anyOf": [kind("id"), NULL]}, TEXT, "TW307", {"kind": "id", "id": "a"}),
    "a form among the undescribed properties": (
        {"type": "object", "additionalProperties": {"anyOf": [*({"const": at} for at in "bcdefgh"), {
            "type": "object", "properties": {"k": TEXT}, "required": ["k"]}]}},
        {"type": "object", "additionalProperties": {"anyOf": [*({"const": at} for at in "bcdefgh"), {
            "type": "object", "properties": {"k": TEXT}, "required": ["k"], "additionalProperties": False}]}},
        "TW331", {"extra": {"extra": "a", "k": "a"}}),
    "a number beside null": ({"type": ["integer", "number", "null"]}, {"type": "integer"}, "TW305", 0.5),
    "a bound in the second form": (
        {"anyOf": [kind("id"), {"type": "array", "items": TEXT}]},
        {"anyOf": [kind("id", required=["kind", "id", "more"]), {"type": "array", "items": TEXT, "maxItems": 2}]},
        "TW316", ["a", "a", "a"]),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "code", "value"), SHOWN_BY.values(), ids=SHOWN_BY)
def test_a_witness_shows_the_change_that_it_stands_beside(before: Any, after: Any, code: str, value: Any) -> None:
    for side, own, other in ((Side.INPUT, before, after), (Side.OUTPUT, after, before)):
        mirrored = (
            {"TW316": "TW317", "TW305": "TW306", "TW307": "TW307", "TW331": "TW332"}[code]
            if side is Side.OUTPUT
            else code
        )
        found = judged(bound(own, "parameter"), bound(other, "parameter"), side)
        witnesses = [witness for rule, *_, witness in found if rule.code == mirrored]
        assert [witness.instance["a"] for witness in witnesses if witness is not None] == [value]


OPEN = {"anyOf": [{"enum": ["a", "b"]}, TEXT]}
CLOSER = {"anyOf": [{"enum": ["a"]}, TEXT]}


@pytest.mark.parametrize("place", PLACES)
def test_advice_that_binds_nothing_is_safe_beside_a_break_elsewhere(place: str) -> None:
    """Alone it is proven for the whole; beside a break it must be proven for its own place."""
    before, after = bound(OPEN, place), bound(CLOSER, place)
    broken = {**after, "properties": {**after["properties"], "more": TEXT}, "required": ["a", "more"]}
    assert told(judged(before, after)) == [("TW300", "safe")]
    assert sorted(told(judged(before, broken))) == [("TW300", "safe"), ("TW310", "breaking")]


HURT: dict[str, tuple[Any, Any]] = {
    "closed": ({"type": "object"}, {"type": "object", "properties": {}, "additionalProperties": False}),
    "a bound": ({"type": "integer"}, {"type": "integer", "maximum": 7}),
    "a value less": ({"enum": ["x", "y", "z"]}, {"enum": ["x", "y"]}),
    "a field that must be given": (
        {"type": "object", "properties": {"k": TEXT}},
        {"type": "object", "properties": {"k": TEXT}, "required": ["k"]}),
    "items": ({"type": "array"}, {"type": "array", "items": WHOLE}),
}  # fmt: skip


@pytest.mark.parametrize("levels", [1, 2, 3])
@pytest.mark.parametrize("side", [Side.INPUT, Side.OUTPUT])
@pytest.mark.parametrize(("before", "after"), HURT.values(), ids=HURT)
def test_a_break_below_objects_that_may_be_null_is_shown(before: Any, after: Any, side: Side, levels: int) -> None:
    """Other fields, of many values each, stand beside it at every level."""
    others = {f"o{at}": {"anyOf": [{"enum": [f"{at}{value}" for value in range(6)]}, NULL]} for at in range(9)}
    for _ in range(levels):
        before, after = (
            {"anyOf": [{"type": "object", "properties": {**others, "in": one}, "required": ["in"]}, NULL]}
            for one in (before, after)
        )
    own, other = (before, after) if side is Side.INPUT else (after, before)
    ((*_, compat, witness),) = judged(bound(own, "parameter"), bound(other, "parameter"), side)
    assert compat is Compat.BREAKING
    assert witness is not None
    assert witness.found
