"""Reading a JSON Schema leniently: types, values, references."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, TypeGuard

from toolwatch.lint.pointer import split
from toolwatch.lint.view import Node
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")

NUMERIC = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
TEXTUAL = ("minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType")
LISTED = ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains")
NAMED = ("properties", "required", "minProperties", "maxProperties", "propertyNames", "patternProperties")
APPLIES = {
    **dict.fromkeys(NUMERIC, "number"),
    **dict.fromkeys(TEXTUAL, "string"),
    **dict.fromkeys(LISTED, "array"),
    **dict.fromkeys(NAMED, "object"),
}
"""The type of value that a keyword says something about; of any other value it says nothing."""

SHAPES = frozenset(("type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "$dynamicRef", "not", "if"))
"""Keywords of which any one tells a model what kind of value is wanted."""


def types(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The types that a schema declares, those that JSON Schema does not know left out."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return (declared,) if declared in TYPES else ()
    return tuple(one for one in declared if one in TYPES) if isinstance(declared, list) else ()


def kind(value: Json) -> str:
    """The JSON Schema type of a value; a number without a fraction is an integer."""
    if isinstance(value, bool):
        return "boolean"
    if value is None:
        return "null"
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def fits(value: Json, allowed: tuple[str, ...]) -> bool:
    """Whether a value is of one of the ``allowed`` types."""
    found = kind(value)
    return found in allowed or (found == "integer" and "number" in allowed)


def is_number(value: Json) -> TypeGuard[int | float]:
    """Whether ``value`` is a finite number and no boolean."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite_any(value)


def isfinite_any(value: int | float) -> bool:
    """``math.isfinite`` that also takes integers beyond a float."""
    return isinstance(value, int) or isfinite(value)


def same(one: Json, other: Json) -> bool:
    """JSON equality: ``1`` equals ``1.0`` and differs from ``true``."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(left, right) for left, right in zip(one, other, strict=True))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    return bool(one == other)


def label(node: Node) -> str:
    """How messages name a schema node."""
    if node.name:
        return f'"{one_line(node.name, 60)}"'
    if node.parent is None:
        return f"the {node.side} schema"
    return f"{node.via} of {label(node.parent)}" if node.depth < 12 else f"a schema under {node.via}"


def root(node: Node) -> Mapping[str, Any]:
    """The schema that local references of ``node`` start from: the nearest one with its own ``$id``, else the root."""
    while node.parent is not None and not (isinstance(node.schema.get("$id"), str) and node.via in ("$defs", "")):
        node = node.parent
    return node.schema


def resolve(start: Json, fragment: str) -> tuple[bool, Json]:
    """What a local reference (``#/...``, ``#name``, ``#``) leads to, and whether it leads anywhere."""
    from urllib.parse import unquote

    pointer = unquote(fragment.removeprefix("#"))
    if pointer and not pointer.startswith("/"):
        return next(((True, found) for found in _anchored(start, pointer)), (False, None))
    place = start
    for token in split(pointer):
        if isinstance(place, Mapping) and token in place:
            place = place[token]
        elif isinstance(place, list) and token.isdecimal() and len(token) < 10 and int(token) < len(place):
            place = place[int(token)]
        else:
            return False, None
    return True, place


def _anchored(start: Json, name: str) -> Iterator[Json]:
    stack = [start]
    while stack:
        place = stack.pop()
        if isinstance(place, Mapping):
            if name in (place.get("$anchor"), place.get("$dynamicAnchor")):
                yield place
            stack.extend(place.values())
        elif isinstance(place, list):
            stack.extend(place)
