"""Volatile text: what differs between two starts of one server is masked before digests are made of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Volatile
from toolwatch.model.tool import Json, Tool

MASK = "⟨varies⟩"
"""What a masked stretch reads as."""


def masked(listing: Listing, volatile: Iterable[Volatile]) -> Listing:
    """Return the listing with each volatile stretch of its tools and instructions as ``MASK``.

    A path that leads to no string, or a span beyond its end, is passed over: the server says something else by now.
    """
    spans = _by_string(volatile)
    if not spans:
        return listing
    by_tool: dict[str, dict[tuple[str, ...], list[Volatile]]] = defaultdict(dict)
    for keys, found in spans.items():
        if len(keys) > 2 and keys[0] == "tools":
            by_tool[keys[1]][keys[2:]] = found
    tools = tuple(_tool(tool, by_tool[tool.name]) if tool.name in by_tool else tool for tool in listing.tools)
    instructions = listing.instructions
    if isinstance(instructions, str) and ("instructions",) in spans:
        instructions = _text(instructions, spans[("instructions",)])
    return replace(listing, tools=tools, instructions=instructions)


def follow(volatile: Iterable[Volatile], baseline: Listing, current: Listing) -> tuple[Volatile, ...]:
    """Find the volatile stretches of ``baseline`` again in a later listing of the same server.

    A string keeps its masks when the text around the stretches is unchanged; the stretches themselves may have any
    length. Where the text around them changed, nothing is masked and the change is seen.
    """
    found: list[Volatile] = []
    for keys, spans in _by_string(volatile).items():
        before, after = _string(baseline, keys), _string(current, keys)
        if before is not None and after is not None:
            found += _moved(spans, before, after)
    return tuple(found)


def _moved(spans: list[Volatile], before: str, after: str) -> list[Volatile]:
    """Where the stretches lie in ``after``: between the same fixed pieces, each piece at its first place.

    Searched piece by piece and not by a regular expression, which a hostile text could keep busy for ever.
    """
    edges = [0, *(edge for span in spans for edge in (span.start, span.end)), len(before)]
    first, *middle, last = (before[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2))
    at, limit = len(first), len(after) - len(last)
    if edges != sorted(edges) or at > limit or not after.startswith(first) or not after.endswith(last):
        return []
    places: list[int] = [at]
    for piece in middle:
        found = after.find(piece, at, limit)
        if found < 0:
            return []
        at = found + len(piece)
        places += [found, at]
    places.append(limit)
    return [replace(span, start=places[2 * number], end=places[2 * number + 1]) for number, span in enumerate(spans)]


def _by_string(volatile: Iterable[Volatile]) -> dict[tuple[str, ...], list[Volatile]]:
    groups: dict[tuple[str, ...], list[Volatile]] = defaultdict(list)
    for one in sorted(volatile, key=lambda one: (one.path, one.start)):
        groups[_keys(one.path)].append(one)
    return groups


def _keys(pointer: str) -> tuple[str, ...]:
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


def _string(listing: Listing, keys: tuple[str, ...]) -> str | None:
    if keys == ("instructions",):
        return listing.instructions
    tool = listing.tool(keys[1]) if len(keys) > 2 and keys[0] == "tools" else None
    value = _at(tool.raw, keys[2:]) if tool else None
    return value if isinstance(value, str) else None


def _tool(tool: Tool, spans: Mapping[tuple[str, ...], list[Volatile]]) -> Tool:
    raw = deepcopy(dict(tool.raw))
    for keys, found in spans.items():
        value = _at(raw, keys)
        if isinstance(value, str):
            _put(raw, keys, _text(value, found))
    return Tool(raw)


def _text(text: str, spans: list[Volatile]) -> str:
    for span in reversed(spans):
        if 0 <= span.start <= span.end <= len(text):
            text = text[: span.start] + MASK + text[span.end :]
    return text


def _at(value: Json, keys: tuple[str, ...]) -> Json:
    for key in keys:
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def _put(raw: dict[str, Any], keys: tuple[str, ...], text: str) -> None:
    holder = _at(raw, keys[:-1])
    if isinstance(holder, list):
        holder[int(keys[-1])] = text
    else:
        holder[keys[-1]] = text
