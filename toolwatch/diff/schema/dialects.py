"""The keywords of every dialect under their 2020-12 names."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.diff.schema.documents import DRAFT_7


def neutral(schema: Mapping[str, Any], dialect: str) -> Iterator[tuple[str, Any]]:
    """The keywords that a dialect knows, renamed where 2020-12 calls them otherwise."""
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
