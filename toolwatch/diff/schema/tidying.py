"""Keywords checked and brought to one form: sets for lists, whole bounds for integers, trivial ones dropped."""

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from toolwatch.diff.schema import vocabulary
from toolwatch.diff.schema.values import atoms_of, distinct, exact, identity
from toolwatch.diff.schema.vocabulary import ATOMS, NUMERIC, SAFE_INTEGER
from toolwatch.model.tool import Json

OPAQUE = "?"
"""Prefix of a keyword whose value is not what the dialect asks for: nothing is known of it."""


def trivial(schema: Json) -> bool:
    """Whether a schema refuses nothing, as far as its own keywords show."""
    return schema is True or (isinstance(schema, dict) and not schema.keys() & vocabulary.ASSERTING)


def tidied(raw: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keywords of a reading, given those of a schema under their 2020-12 names."""
    for whole, rest in (("additionalProperties", "unevaluatedProperties"), ("items", "unevaluatedItems")):
        if whole in raw:
            raw.pop(rest, None)
    for keyword, value in raw.items():
        if keyword in vocabulary.SILENT or keyword in ("type", "enum", "const", "multipleOf", *vocabulary.BOUNDS):
            continue
        if keyword not in vocabulary.ASSERTING:
            continue
        try:
            tidy = _TIDY.get(keyword, _unread)(value)
        except (TypeError, ValueError, AttributeError):
            yield OPAQUE + keyword, value
            continue
        if tidy is not None:
            yield keyword, tidy
    yield from _values(raw)


def _unread(value: Json) -> Json:
    raise TypeError


def _one(value: Json) -> Json:
    if not isinstance(value, bool | dict):
        raise TypeError
    return None if trivial(value) else value


def _condition(value: Json) -> Json:
    if not isinstance(value, bool | dict):
        raise TypeError
    return value


def _many(value: Json) -> Json:
    if not isinstance(value, list) or not all(isinstance(item, bool | dict) for item in value):
        raise TypeError
    return value or None


def _all_of(value: Json) -> Json:
    return [item for item in _many(value) or () if not trivial(item)] or None


def _prefix(value: Json) -> Json:
    items = list(_many(value) or ())
    return items or None


def _named(value: Json) -> Json:
    if not isinstance(value, dict) or not all(isinstance(item, bool | dict) for item in value.values()):
        raise TypeError
    return value or None


def _names(value: Json) -> Json:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TypeError
    return frozenset(value) or None


def _needs(value: Json) -> Json:
    if not isinstance(value, dict):
        raise TypeError
    return {name: names for name, need in value.items() if (names := _names(need))} or None


def _number(value: Json) -> Json:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _LARGEST:
        raise TypeError
    return value


_LARGEST = int(sys.float_info.max)
"""Beyond it there is no arithmetic with other numbers."""


def _count_from(least: int) -> Callable[[Json], Json]:
    def tidy(value: Json) -> Json:
        number = _number(value)
        if number != int(number):
            raise ValueError
        return int(number) if number > least else None

    return tidy


def _most(value: Json) -> Json:
    number = _number(value)
    if number != int(number):
        raise ValueError
    return int(number)


def _step(value: Json) -> Json:
    if _number(value) <= 0:
        raise ValueError
    return int(value) if float(value).is_integer() else value


def _flag(value: Json) -> Json:
    if not isinstance(value, bool):
        raise TypeError
    return value or None


def _text(value: Json) -> Json:
    if not isinstance(value, str):
        raise TypeError
    return value


def _pattern(value: Json) -> Json:
    return None if _text(value) in ("", "^", "$", ".*", "^.*") else value


_TIDY: dict[str, Callable[[Json], Json]] = {
    "items": _one,
    "contains": _condition,
    "propertyNames": _one,
    "additionalProperties": _one,
    "unevaluatedProperties": _one,
    "unevaluatedItems": _one,
    "not": _condition,
    "if": _condition,
    "then": _one,
    "else": _one,
    "prefixItems": _prefix,
    "allOf": _all_of,
    "anyOf": _many,
    "oneOf": _many,
    "properties": _named,
    "patternProperties": _named,
    "dependentSchemas": _named,
    "minLength": _count_from(0),
    "minItems": _count_from(0),
    "minProperties": _count_from(0),
    "minContains": _most,
    "maxLength": _most,
    "maxItems": _most,
    "maxProperties": _most,
    "maxContains": _most,
    "pattern": _pattern,
    "uniqueItems": _flag,
    "required": _names,
    "dependentRequired": _needs,
    "$ref": _text,
    "$dynamicRef": _text,
    vocabulary.BURIED: _text,
}


def _values(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    types = _types(raw.get("type")) if "type" in raw else ATOMS
    if types is None:
        yield OPAQUE + "type", raw["type"]
        types = ATOMS
    if "enum" in raw and not isinstance(raw["enum"], list):
        yield OPAQUE + "enum", raw["enum"]
    step = _exact_step(raw)
    if step is not None:
        # A number that is a multiple of a whole one is an integer; an integer that is one of 1.5 is one of 3.
        types -= {"fraction"} if "type" in raw and step.denominator == 1 else set()
        whole = "fraction" not in types
        if not whole or step.numerator != 1:
            yield "multipleOf", step.numerator if whole else _step(raw["multipleOf"])
    elif "multipleOf" in raw:
        yield OPAQUE + "multipleOf", raw["multipleOf"]
    values = _constants(raw)
    if values is not None:
        yield "enum", distinct([value for value in values if atoms_of(value) in types])
    elif types != ATOMS:
        yield "type", types
    yield from _bounds(raw, types)


def _exact_step(raw: Mapping[str, Any]) -> Fraction | None:
    try:
        return exact(_step(raw["multipleOf"])) if "multipleOf" in raw else None
    except (TypeError, ValueError):
        return None


def _types(value: Json) -> frozenset[str] | None:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list):
        return None
    found: set[str] = set()
    for name in names:
        if name == "number":
            found |= NUMERIC
        elif name in ATOMS and name != "fraction":
            found.add(name)
        else:
            return None
    return frozenset(found)


def _constants(raw: Mapping[str, Any]) -> list[Json] | None:
    values = raw["enum"] if isinstance(raw.get("enum"), list) else None
    if "const" not in raw:
        return values
    if values is None or identity(raw["const"]) in {identity(value) for value in values}:
        return [raw["const"]]
    return []


def _bounds(raw: Mapping[str, Any], types: frozenset[str]) -> Iterator[tuple[str, Any]]:
    whole = "fraction" not in types
    lows: list[int] = []
    highs: list[int] = []
    for keyword in vocabulary.BOUNDS:
        if keyword not in raw:
            continue
        try:
            bound = _number(raw[keyword])
        except TypeError:
            yield OPAQUE + keyword, raw[keyword]
            continue
        if not whole:
            yield keyword, bound
        elif keyword in ("minimum", "exclusiveMinimum"):
            lows.append(_whole_bound(keyword, bound))
        else:
            highs.append(_whole_bound(keyword, bound))
    if lows and max(lows) > -SAFE_INTEGER:
        yield "minimum", max(lows)
    if highs and min(highs) < SAFE_INTEGER:
        yield "maximum", min(highs)


def _whole_bound(keyword: str, bound: float) -> int:
    low = keyword in ("minimum", "exclusiveMinimum")
    edge = math.ceil(bound) if low else math.floor(bound)
    if keyword.startswith("exclusive") and edge == bound:
        edge += 1 if low else -1
    return edge
