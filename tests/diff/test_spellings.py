"""What is said of a parameter is found in whichever way its schema is written: renames, and what a call proves."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.diff.making import judged
from toolwatch.model.change import Compat, Side

WRAPPED: dict[str, Callable[[Any], tuple[Any, dict[str, Any]]]] = {
    "plain": lambda schema: (schema, {}),
    "behind a reference": lambda schema: ({"$ref": "#/$defs/A"}, {"$defs": {"A": schema}}),
    "behind two references": lambda schema: (
        {"$ref": "#/$defs/B"}, {"$defs": {"A": schema, "B": {"$ref": "#/$defs/A"}}}),
    "in allOf": lambda schema: ({"allOf": [schema]}, {}),
    "in anyOf": lambda schema: ({"anyOf": [schema]}, {}),
    "a text beside the reference": lambda schema: (
        {"$ref": "#/$defs/A", "description": schema["description"]},
        {"$defs": {"A": {word: value for word, value in schema.items() if word != "description"}}}),
}  # fmt: skip
ADDRESS = {"type": "string", "description": "The address that the answer is sent to, with its domain"}
EITHER = {
    "anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]
}


def _named(name: str, schema: Any, wrapping: str) -> dict[str, Any]:
    inner, more = WRAPPED[wrapping](schema)
    return {"type": "object", "properties": {name: inner}, "required": [name], **more}


@pytest.mark.parametrize("after", WRAPPED)
@pytest.mark.parametrize("before", WRAPPED)
def test_a_parameter_under_another_name_is_known_in_any_spelling(before: str, after: str) -> None:
    own, other = _named("to", ADDRESS, before), _named("recipient", ADDRESS, after)
    for side in (Side.INPUT, Side.OUTPUT):
        assert [rule.code for rule, *_ in judged(own, other, side)] == ["TW313"]


@pytest.mark.parametrize("wrapping", WRAPPED)
def test_a_type_that_is_gone_behind_any_spelling_is_shown_by_a_call(wrapping: str) -> None:
    narrower = {"anyOf": EITHER["anyOf"][1:], "description": "Names"}
    own, other = _named("a", {**EITHER, "description": "Names"}, "plain"), _named("a", narrower, wrapping)
    for side, before, after in ((Side.INPUT, own, other), (Side.OUTPUT, other, own)):
        found = judged(before, after, side)
        assert {compat for *_, compat, _ in found} == {Compat.BREAKING}
        assert all(isinstance(witness.instance["a"], str) for *_, witness in found if witness is not None)
