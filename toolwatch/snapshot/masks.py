"""Volatile text: what differs between two starts of one server is masked before digests are made of it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Volatile
from toolwatch.model.tool import Json, Tool

MASK = "⟨varies⟩"
"""What a masked stretch reads as."""

_TIMES, _MORE = 4, 64
"""A stretch may be so many times as long as its longest sample, and so many characters more."""

Rewrite = Callable[[str], str]
Pair = tuple[Volatile, Volatile]
"""A stretch as it was, and where it is now."""


def masked(listing: Listing, volatile: Iterable[Volatile]) -> Listing:
    """Return the listing with each volatile stretch of its tools and instructions as ``MASK``.

    A path that leads to no string, or a span beyond its end, is passed over: the server says something else by now.
    """
    spans = _by_string(volatile)
    return _rewritten(listing, {keys: partial(_covered, spans=found) for keys, found in spans.items()})


def follow(volatile: Iterable[Volatile], baseline: Listing, current: Listing) -> tuple[Volatile, ...]:
    """Find the volatile stretches of ``baseline`` again in a later listing of the same server.

    A string keeps its masks when the text around the stretches is unchanged and what fills them looks like its samples.
    Otherwise nothing is masked and the change is seen: a mask must not be a place to hide a new text in.
    """
    moved = _all_moved(volatile, baseline, current)
    return tuple(now for text, pairs in moved if _resemble(pairs, text) for _, now in pairs)


def refused(volatile: Iterable[Volatile], baseline: Listing, current: Listing) -> frozenset[str]:
    """The paths of strings in which something else than before stands where only volatile text may."""
    moved = _all_moved(volatile, baseline, current)
    return frozenset(now.path for text, pairs in moved if not _resemble(pairs, text) for _, now in pairs)


def alike(before: Listing, after: Listing, volatile: Iterable[Volatile], own: Iterable[Volatile]) -> Listing:
    """Return ``after`` with each string that differs from ``before`` in volatile stretches only as it was before.

    Args:
        before: the earlier listing.
        after: the later one.
        volatile: the stretches of ``before``.
        own: the stretches of ``after``, for what was not known to vary before.
    """
    same: dict[tuple[str, ...], Rewrite] = {}
    for known, one, other in ((own, after, before), (volatile, before, after)):
        for keys, spans in _by_string(known).items():
            text, later = _string(one, keys), _string(other, keys)
            pairs = _moved(spans, text, later) if text is not None and later is not None else []
            if pairs and _resemble(pairs, later or ""):
                same[keys] = partial(_replaced, by=_string(before, keys) or "")
    return _rewritten(after, same)


def _all_moved(volatile: Iterable[Volatile], baseline: Listing, current: Listing) -> Iterator[tuple[str, list[Pair]]]:
    """Each string of ``current`` that has volatile stretches in ``baseline``, with where they lie now, if anywhere."""
    for keys, spans in _by_string(volatile).items():
        before, after = _string(baseline, keys), _string(current, keys)
        if before is not None and after is not None:
            yield after, _moved(spans, before, after)


def _moved(spans: list[Volatile], before: str, after: str) -> list[Pair]:
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
    ends = zip(places[::2], places[1::2], strict=True)
    return [(span, replace(span, start=start, end=end)) for span, (start, end) in zip(spans, ends, strict=True)]


def _resemble(pairs: Iterable[Pair], text: str) -> bool:
    """Whether what fills the stretches of ``text`` looks like what was there before.

    It may not be much longer than the samples, and may hold no blanks where they had none: a name, a path or a number
    changes from place to place, but does not become a sentence.
    """
    return all(_resembles(was, text[now.start : now.end]) for was, now in pairs)


def _resembles(span: Volatile, text: str) -> bool:
    longest = max(span.end - span.start, *map(len, span.shape))
    has_blanks = any(map(str.isspace, "".join(span.shape)))
    return len(text) <= _TIMES * longest + _MORE and (has_blanks or not any(map(str.isspace, text)))


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


def _rewritten(listing: Listing, rewrites: Mapping[tuple[str, ...], Rewrite]) -> Listing:
    """A listing with some of its strings rewritten; what is no string stays as it is."""
    by_tool: dict[str, dict[tuple[str, ...], Rewrite]] = defaultdict(dict)
    for keys, rewrite in rewrites.items():
        if len(keys) > 2 and keys[0] == "tools":
            by_tool[keys[1]][keys[2:]] = rewrite
    tools = tuple(_tool(tool, by_tool[tool.name]) if tool.name in by_tool else tool for tool in listing.tools)
    instructions = listing.instructions
    if instructions is not None and ("instructions",) in rewrites:
        instructions = rewrites[("instructions",)](instructions)
    return replace(listing, tools=tools, instructions=instructions)


def _tool(tool: Tool, rewrites: Mapping[tuple[str, ...], Rewrite]) -> Tool:
    raw: Mapping[str, Any] = tool.raw
    for keys, rewrite in rewrites.items():
        value = _at(raw, keys)
        if isinstance(value, str):
            raw = _with(raw, keys, rewrite(value))
    return tool if raw is tool.raw else Tool(raw)


def _covered(text: str, *, spans: list[Volatile]) -> str:
    for span in reversed(spans):
        if 0 <= span.start <= span.end <= len(text):
            text = text[: span.start] + MASK + text[span.end :]
    return text


def _replaced(_: str, *, by: str) -> str:
    return by


def _at(value: Json, keys: tuple[str, ...]) -> Json:
    for key in keys:
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and len(key) < 10 and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def _with(raw: Mapping[str, Any], keys: tuple[str, ...], text: str) -> Mapping[str, Any]:
    """A copy of ``raw`` with another string at ``keys``; only what lies on the way is copied."""
    copy: dict[str, Any] = dict(raw)
    holder: Any = copy
    for key in keys[:-1]:
        place = int(key) if isinstance(holder, list) else key
        inner = holder[place]
        holder[place] = list(inner) if isinstance(inner, list) else dict(inner)
        holder = holder[place]
    holder[int(keys[-1]) if isinstance(holder, list) else keys[-1]] = text
    return copy
