"""The keywords of every dialect under their 2020-12 names."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolwatch.diff.schema.documents import DRAFT_4, DRAFT_6, DRAFT_7, DRAFT_2019, SIBLINGS_IGNORED


def neutral(schema: Mapping[str, Any], dialect: str) -> Iterator[tuple[str, Any]]:
    """The keywords that a dialect knows, renamed where 2020-12 calls them otherwise.

    ``dependencies``, ``additionalItems`` and ``$recursiveRef`` keep their names where the dialect has them no more:
    validators differ in whether they heed them, so nothing is known of them.
    """
    if dialect in SIBLINGS_IGNORED:
        yield from _old(schema, dialect)
    elif dialect == DRAFT_2019:
        yield from _listed_items(schema)
    else:
        yield from schema.items()


_NOT_IN_7 = frozenset(
    {
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
)
_UNKNOWN = {
    DRAFT_2019: frozenset({"prefixItems"}),
    DRAFT_7: _NOT_IN_7,
    DRAFT_6: _NOT_IN_7 | {"if", "then", "else"},
    DRAFT_4: _NOT_IN_7 | {"if", "then", "else", "const", "contains", "propertyNames"},
}


def unknown(dialect: str) -> frozenset[str]:
    """The keywords of other dialects that validators of this one ignore."""
    return _UNKNOWN.get(dialect, frozenset())


def _old(schema: Mapping[str, Any], dialect: str) -> Iterator[tuple[str, Any]]:
    if "$ref" in schema:
        yield "$ref", schema["$ref"]
        return
    for keyword, value in _listed_items(schema):
        if keyword == "dependencies" and isinstance(value, dict):
            yield "dependentRequired", {name: need for name, need in value.items() if isinstance(need, list)}
            yield "dependentSchemas", {name: need for name, need in value.items() if not isinstance(need, list)}
        elif keyword == "prefixItems" or keyword not in unknown(dialect):
            yield keyword, value


def _listed_items(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """``items`` as a list, with ``additionalItems`` for the rest, as all dialects before 2020-12 write it."""
    for keyword, value in schema.items():
        if keyword == "items" and isinstance(value, list):
            yield "prefixItems", value
        elif keyword == "additionalItems":
            if isinstance(schema.get("items"), list):
                yield "items", value
        elif keyword != "prefixItems":
            yield keyword, value
