"""One schema object read the same way whatever its dialect and spelling."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from toolwatch.diff.schema import vocabulary
from toolwatch.diff.schema.documents import DRAFT_7, Sub, deep_hash
from toolwatch.diff.schema.vocabulary import ATOMS, NUMERIC, SAFE_INTEGER
from toolwatch.model.tool import Json

OPAQUE = "?"
"""Prefix of a keyword whose value is not what the dialect asks for: nothing is known of it."""

Reading = Mapping[str, Any]
"""Keywords by their 2020-12 names, trivial ones left out; ``type`` is a frozenset of atoms, ``enum`` a list."""


def read(sub: Sub) -> Reading:
    """Read one schema; the result is kept with its document. A boolean reads as ``{}`` or as no type at all."""
    if isinstance(sub.schema, bool):
        return {} if sub.schema else {"type": frozenset()}
    memo = sub.document.memo
    key = ("read", id(sub.schema))
    if key not in memo:
        memo[key] = _folded(dict(_tidy(dict(_neutral(sub.schema, sub.document.dialect)))), sub)
    reading: Reading = memo[key]
    return reading


def identity(value: Json) -> str:
    """A text that is equal for values that JSON Schema takes as equal: ``1`` and ``1.0``, any order of keys."""
    try:
        return json.dumps(_plain(value), sort_keys=True)
    except RecursionError:
        return deep_hash(value)


def _plain(value: Json) -> Json:
    if isinstance(value, float) and value.is_integer() and math.isfinite(value):
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(child) for key, child in value.items()}
    if isinstance(value, list):
        return [_plain(child) for child in value]
    return value


def distinct(values: list[Json]) -> list[Json]:
    """The values without repetition, in an order that does not depend on how they came."""
    return [value for _, value in sorted({identity(value): value for value in reversed(values)}.items())]


def atoms_of(value: Json) -> str:
    """The atom a value belongs to."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) or value.is_integer() else "fraction"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def trivial(schema: Json) -> bool:
    """Whether a schema refuses nothing, as far as its own keywords show."""
    return schema is True or (isinstance(schema, dict) and not schema.keys() & vocabulary.ASSERTING)


def _neutral(schema: Mapping[str, Any], dialect: str) -> Iterator[tuple[str, Any]]:
    if dialect == DRAFT_7:
        yield from _draft_7(schema)
        return
    for keyword, value in schema.items():
        if keyword not in ("dependencies", "additionalItems", "$recursiveRef"):
            yield keyword, value


_NOT_IN_7 = {
    "prefixItems",
    "minContains",
    "maxContains",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedItems",
    "unevaluatedProperties",
    "$dynamicRef",
    "$recursiveRef",
}


def _draft_7(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if "$ref" in schema:
        yield "$ref", schema["$ref"]
        return
    for keyword, value in schema.items():
        if keyword == "items" and isinstance(value, list):
            yield "prefixItems", value
        elif keyword == "additionalItems":
            if isinstance(schema.get("items"), list):
                yield "items", value
        elif keyword == "dependencies" and isinstance(value, dict):
            yield "dependentRequired", {name: need for name, need in value.items() if isinstance(need, list)}
            yield "dependentSchemas", {name: need for name, need in value.items() if not isinstance(need, list)}
        elif keyword not in _NOT_IN_7:
            yield keyword, value


def _tidy(raw: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for whole, rest in (("additionalProperties", "unevaluatedProperties"), ("items", "unevaluatedItems")):
        if whole in raw:
            raw.pop(rest, None)
    for keyword, value in raw.items():
        if keyword in vocabulary.SILENT or keyword in ("type", "enum", "const", *vocabulary.BOUNDS):
            continue
        if keyword not in vocabulary.ASSERTING:
            continue
        try:
            tidied = _TIDY[keyword](value)
        except (TypeError, ValueError, AttributeError):
            yield OPAQUE + keyword, value
            continue
        if tidied is not None:
            yield keyword, tidied
    yield from _values(raw)


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
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError
    return value


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
    "multipleOf": _step,
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
    values = _constants(raw)
    if values is not None:
        yield "enum", distinct([value for value in values if atoms_of(value) in types])
    elif types != ATOMS:
        yield "type", types
    yield from _bounds(raw, types)


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


def _folded(reading: dict[str, Any], sub: Sub) -> dict[str, Any]:
    """Alternatives that only name constants become an ``enum``, those that only name types become a ``type``."""
    for keyword in ("anyOf", "oneOf"):
        branches = [_followed(sub.below(branch)) for branch in reading.get(keyword, ())]
        if not branches:
            continue
        values = _union_of_values(branches, exclusive=keyword == "oneOf")
        types = _union_of_types(branches, exclusive=keyword == "oneOf")
        if values is not None and "enum" not in reading:
            allowed = reading.get("type", ATOMS)
            rest = {name: value for name, value in reading.items() if name not in (keyword, "type")}
            return {**rest, "enum": [value for value in values if atoms_of(value) in allowed]}
        if types is not None and "enum" not in reading:
            rest = {name: value for name, value in reading.items() if name != keyword}
            both = types & reading.get("type", ATOMS)
            return rest if both == ATOMS else {**rest, "type": both}
    return reading


def _followed(sub: Sub) -> Reading:
    reading = read(sub)
    target = sub.document.resolve(reading["$ref"]) if reading.keys() == {"$ref"} else None
    return reading if target is None or target.schema is sub.schema else _unfolded(target)


def _unfolded(sub: Sub) -> Reading:
    """A reading without folding, so that references in a circle end."""
    if isinstance(sub.schema, bool):
        return read(sub)
    return dict(_tidy(dict(_neutral(sub.schema, sub.document.dialect))))


def _union_of_values(branches: list[Reading], *, exclusive: bool) -> list[Json] | None:
    values: list[Json] = []
    for branch in branches:
        if branch.keys() == {"enum"}:
            values += branch["enum"]
        elif branch == {"type": frozenset({"null"})}:
            values.append(None)
        else:
            return None
    found = distinct(values)
    return None if exclusive and len(found) != len(values) else found


def _union_of_types(branches: list[Reading], *, exclusive: bool) -> frozenset[str] | None:
    types = [branch["type"] for branch in branches if branch.keys() == {"type"}]
    union = frozenset().union(*types)
    if len(types) != len(branches) or (exclusive and len(union) != sum(map(len, types))):
        return None
    return union
