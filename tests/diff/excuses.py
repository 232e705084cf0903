"""What is left out of the comparison by definition, written down once more and apart from the code under test.

A value is left out where it holds, at some place, a property that only the schema which must take it names there (no
caller was told of it), or an integer beyond 2**53 - 1 (it does not survive JSON).
"""

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft7Validator, Draft202012Validator

Json = Any

SILENT = {
    "$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment", "$defs",
    "definitions", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format",
    "contentEncoding", "contentMediaType", "contentSchema",
}  # fmt: skip


def excused(value: Json, giver: Json, taker: Json) -> bool:
    """Whether ``value``, valid under ``giver``, is left out when it is held against ``taker``."""
    if any(_beyond(number) for number in _numbers(value)):
        return True
    told = dict(_names([giver], giver, value, (), everything=True))
    asked = dict(_names([taker], taker, value, (), everything=False))
    return any(asked.get(place) and not told.get(place) for place in asked)


def _numbers(value: Json) -> Iterator[float]:
    if isinstance(value, dict | list):
        for child in value.values() if isinstance(value, dict) else value:
            yield from _numbers(child)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def _beyond(number: float) -> bool:
    return abs(number) > 2**53 - 1


def _names(
    schemas: list[Json], whole: Json, value: Json, place: tuple[Json, ...], *, everything: bool
) -> Iterator[tuple[tuple[Json, ...], bool]]:
    """Every property of every object in ``value``, with whether one of the schemas that speak of it names it."""
    here = [schema for schema in _beside(schemas, whole) if isinstance(schema, dict)]
    if isinstance(value, dict):
        for name, child in value.items():
            yield (*place, name), any(_named(schema, whole, name, everything) for schema in here)
            inner = [found for schema in here for found in _of_property(schema, whole, name)]
            yield from _names(inner, whole, child, (*place, name), everything=everything)
    elif isinstance(value, list):
        for at, child in enumerate(value):
            inner = [found for schema in here for found in _of_item(schema, whole, at)]
            yield from _names(inner, whole, child, (*place, at), everything=everything)


def _old(whole: Json) -> bool:
    return isinstance(whole, dict) and str(whole.get("$schema", "")).rstrip("#").endswith(("06/schema", "07/schema"))


def _lists_items(whole: Json) -> bool:
    return _old(whole) or (isinstance(whole, dict) and "2019-09" in str(whole.get("$schema", "")))


def _beside(schemas: list[Json], whole: Json) -> list[Json]:
    found: list[Json] = []
    waiting = list(schemas)
    while waiting:
        schema = waiting.pop()
        if not isinstance(schema, dict) or any(schema is one for one in found):
            continue
        found.append(schema)
        if "$ref" in schema:
            waiting.append(_target(schema["$ref"], whole))
            if _old(whole):
                continue
        for word in ("allOf", "anyOf", "oneOf"):
            waiting.extend(schema.get(word, ()))
        waiting.extend(schema[word] for word in ("not", "if", "then", "else") if word in schema)
        waiting.extend(_dependent(schema, whole))
    return found


def _dependent(schema: dict[str, Json], whole: Json) -> list[Json]:
    word = "dependencies" if _old(whole) else "dependentSchemas"
    return [part for part in schema.get(word, {}).values() if not isinstance(part, list)]


def _target(reference: str, whole: Json) -> Json:
    node = whole
    for step in reference.split("/")[1:]:
        node = node.get(step, True) if isinstance(node, dict) else True
    return node


def _trivial(schema: Json) -> bool:
    return schema is True or (isinstance(schema, dict) and not set(schema) - SILENT)


def _alone(schema: dict[str, Json], whole: Json) -> bool:
    return _old(whole) and "$ref" in schema


def _named(schema: dict[str, Json], whole: Json, name: str, everything: bool) -> bool:
    if _alone(schema, whole):
        return False
    if name in schema.get("properties", {}):
        return True
    if not everything:
        return False
    if _spoken_of(schema, whole, name):
        return True
    if any(re.search(pattern, name) for pattern in schema.get("patternProperties", {})):
        return True
    rest = ("additionalProperties",) if _old(whole) else ("additionalProperties", "unevaluatedProperties")
    return any(word in schema and not _trivial(schema[word]) for word in rest)


def _spoken_of(schema: dict[str, Json], whole: Json, name: str) -> bool:
    """Whether a name is demanded, hung on or allowed, though nothing is said of its value."""
    needs = schema.get("dependencies" if _old(whole) else "dependentRequired", {})
    named = {*schema.get("required", ()), *needs, *(() if _old(whole) else schema.get("dependentSchemas", ()))}
    named.update(*(need for need in needs.values() if isinstance(need, list)))
    names = schema.get("propertyNames", True)
    return name in named or not (_trivial(names) or _refuses(names, whole, name))


def _refuses(names: Json, whole: Json, name: str) -> bool:
    kind = Draft7Validator if _old(whole) else Draft202012Validator
    try:
        return not kind(whole).evolve(schema=names).is_valid(name)
    except Exception:
        return False


def _of_property(schema: dict[str, Json], whole: Json, name: str) -> Iterator[Json]:
    if _alone(schema, whole):
        return
    found = False
    if name in schema.get("properties", {}):
        found = True
        yield schema["properties"][name]
    for pattern, part in schema.get("patternProperties", {}).items():
        if re.search(pattern, name):
            found = True
            yield part
    for word in ("additionalProperties", "unevaluatedProperties"):
        if word in schema and not found and not (_old(whole) and word == "unevaluatedProperties"):
            yield schema[word]


def _of_item(schema: dict[str, Json], whole: Json, at: int) -> Iterator[Json]:
    if _alone(schema, whole):
        return
    items = schema.get("items", True)
    if _lists_items(whole):
        prefix, rest = (items, schema.get("additionalItems", True)) if isinstance(items, list) else ([], items)
    else:
        prefix, rest = schema.get("prefixItems", []), items
    yield prefix[at] if at < len(prefix) else rest
    if "contains" in schema:
        yield schema["contains"]
    if "unevaluatedItems" in schema and not _old(whole):
        yield schema["unevaluatedItems"]
