"""Pairs of tools of one list that a request may be argued over."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from toolwatch.lint.effects import kind
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.similarity import Neighbour
from toolwatch.model.tool import Json, Tool

_CONTRAST = re.compile(
    r"\b(?:instead|unlike|rather than|whereas|in contrast|as opposed|differs?|different from|alternative|prefer"
    r"|not for|only (?:for|if|when)"
    r"|use (?:this|it) (?:when|if|for|to)|do not use|don't use|to .{3,40}, use)\b",
    re.IGNORECASE,
)


class Pair(NamedTuple):
    """Two tools and how alike they are; ``one`` comes first in the list."""

    one: ToolView
    other: ToolView
    score: float

    @property
    def names(self) -> str:
        """Both names, as a fingerprint takes them."""
        return f"{self.one.tool.name} {self.other.tool.name}"


def pairs(view: ListingView, least: float) -> Iterator[Pair]:
    """Every pair of neighbours that scores ``least`` or more and does the same sort of thing, each once."""
    if view.neighbours is None:
        return
    first = {one.tool.name: one for one in reversed(view.tools)}
    for one in view.tools:
        if first[one.tool.name] is not one:
            continue
        for near in view.neighbours.of.get(one.tool.name, ()):
            other = first.get(near.tool)
            if other is None or near.score < least or _listed_before(view, other, one):
                continue
            if kind(one.tool) == kind(other.tool):
                yield Pair(one, other, near.score)


def told_apart(pair: Pair) -> bool:
    """Whether either text names the other tool, or says when to use which."""
    one, other = pair.one.tool, pair.other.tool
    return _says(one, other.name) or _says(other, one.name)


def shape(schema: Json) -> tuple[tuple[str, str], ...]:
    """The parameters of an input schema by name and type; empty where there are none."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return ()
    return tuple(sorted((name, _type(inner)) for name, inner in properties.items()))


def _listed_before(view: ListingView, other: ToolView, one: ToolView) -> bool:
    """Whether ``other`` yields the pair itself, since it stands earlier and has ``one`` among its neighbours."""
    assert view.neighbours is not None
    back: tuple[Neighbour, ...] = view.neighbours.of.get(other.tool.name, ())
    return other.index < one.index and any(near.tool == one.tool.name for near in back)


def _says(tool: Tool, other: str) -> bool:
    return other in tool.description or _contrasts(tool.description[:20_000])


@lru_cache(maxsize=1 << 13)
def _contrasts(text: str) -> bool:
    return bool(_CONTRAST.search(text))


def _type(schema: Json) -> str:
    return str(schema.get("type", "")) if isinstance(schema, dict) else ""
