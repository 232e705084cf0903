"""Sorts the raw entries of a list into what can be kept as a tool and what breaks the protocol."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolwatch.model.listing import InvalidEntry, Surface
from toolwatch.model.tool import Json, Tool

_OBJECTS = ("annotations", "_meta", "execution")
_TEXTS = ("description", "title")


def objects(entries: Sequence[Json]) -> tuple[Mapping[str, Any], ...]:
    """The entries that are objects, in order; the rest is reported by ``invalid``."""
    return tuple(entry for entry in entries if isinstance(entry, dict))


def tools(entries: Sequence[Json]) -> tuple[Tool, ...]:
    """Every object entry as a tool, broken ones included."""
    return tuple(Tool(entry) for entry in objects(entries))


def invalid(surface: Surface, entries: Sequence[Json]) -> tuple[InvalidEntry, ...]:
    """The entries that the protocol's schema would refuse, with the first reason for each."""
    return tuple(
        InvalidEntry(surface, index, reason, entry)
        for index, entry in enumerate(entries)
        if (reason := next(_complaints(surface, entry), ""))
    )


def mostly_broken(entries: Sequence[Json], found: Sequence[InvalidEntry]) -> list[str]:
    """A sentence where half of the tools or more are broken: no list that a client would take, and no empty one."""
    bad = [one for one in found if one.surface is Surface.TOOLS]
    if not bad or 2 * len(bad) < len(entries):
        return []
    return [f"{len(bad)} of {len(entries)} tools are broken, so that clients refuse the list: {bad[0].reason}"]


def duplicates(listed: Sequence[Tool]) -> tuple[str, ...]:
    """Names that more than one tool has, sorted."""
    return tuple(sorted(name for name, count in Counter(tool.name for tool in listed).items() if count > 1 and name))


def _complaints(surface: Surface, entry: Json) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"is {_kind(entry)} where an object is wanted"
        return
    if not isinstance(entry.get("name"), str):
        yield _missing_or_wrong(entry, "name", "text")
    yield from (f"{field} is {_kind(entry[field])}, not text" for field in _TEXTS if _wrong(entry, field, str))
    if surface is Surface.TOOLS:
        yield from _tool_complaints(entry)
    if surface in (Surface.RESOURCES, Surface.RESOURCE_TEMPLATES):
        field = "uri" if surface is Surface.RESOURCES else "uriTemplate"
        if not isinstance(entry.get(field), str):
            yield _missing_or_wrong(entry, field, "text")


def _tool_complaints(entry: Mapping[str, Any]) -> Iterator[str]:
    schema = entry.get("inputSchema")
    if not isinstance(schema, dict):
        yield _missing_or_wrong(entry, "inputSchema", "an object")
    elif schema.get("type") != "object":
        yield "inputSchema does not say type object, so it describes no arguments"
    if _wrong(entry, "outputSchema", dict | bool):
        yield f"outputSchema is {_kind(entry['outputSchema'])}, not a schema"
    yield from (f"{field} is {_kind(entry[field])}, not an object" for field in _OBJECTS if _wrong(entry, field, dict))
    icons = entry.get("icons")
    if icons is not None and not (isinstance(icons, list) and all(isinstance(icon, dict) for icon in icons)):
        yield "icons is no array of objects"


def _wrong(entry: Mapping[str, Any], field: str, wanted: Any) -> bool:
    return entry.get(field) is not None and not isinstance(entry[field], wanted)


def _missing_or_wrong(entry: Mapping[str, Any], field: str, wanted: str) -> str:
    return f"{field} is {_kind(entry[field])}, not {wanted}" if field in entry else f"has no {field}"


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return "text"
        case dict():
            return "an object"
        case list():
            return "an array"
        case _:
            return "a number"
