"""Pairs of tools of one list that a request may be argued over."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from toolwatch.lint.effects import kind
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.tool import Json, Tool

_CONTRAST = re.compile(
    r"\b(?:instead|unlike|rather than|whereas|in contrast|as opposed|differs?|different from|alternative|prefer"
    r"|not for|only (?:for|if|when)"
    r"|use (?:this|it) (?:when|if|for|to)|do not use|don't use|to .{3,40}, use)\b",
    re.IGNORECASE,
)


_CONTRAST_HINTS = (
    "instead", "unlike", "rather than", "whereas", "contrast", "opposed", "differ", "alternative", "prefer", "not for",
    "only ", "use this", "use it", "not use", "n't use", ", use",
)  # fmt: skip
LEAST = 0.25
"""No rule looks at pairs that are less alike."""


class Pair(NamedTuple):
    """Two tools and how alike they are; ``other`` is among the neighbours of ``one``."""

    one: ToolView
    other: ToolView
    score: float

    @property
    def names(self) -> str:
        """Both names, as a fingerprint takes them."""
        return f"{self.one.tool.name} {self.other.tool.name}"


def pairs(view: ListingView, least: float) -> Iterator[Pair]:
    """Every pair of neighbours that scores ``least`` or more and does the same sort of thing, each once.

    Found once for each view and kept on it, as a cached property is.
    """
    kept: dict[str, Sequence[Pair]] = vars(view)
    if "_pairs" not in kept:
        kept["_pairs"] = tuple(_all(view))
    return (pair for pair in kept["_pairs"] if pair.score >= least)


def _all(view: ListingView) -> Iterator[Pair]:
    near_of = view.neighbours.of if view.neighbours else {}
    first = {one.tool.name: one for one in reversed(view.tools)}
    kinds = {name: kind(one.tool) for name, one in first.items()}
    told: set[tuple[str, str]] = set()
    for name in sorted(first, key=lambda name: first[name].index):
        for near in near_of.get(name, ()):
            if near.score < LEAST or (near.tool, name) in told or kinds.get(near.tool) != kinds[name]:
                continue
            told.add((name, near.tool))
            yield Pair(first[name], first[near.tool], near.score)


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


def _says(tool: Tool, other: str) -> bool:
    return other in tool.description or _contrasts(tool.description[:20_000])


@lru_cache(maxsize=1 << 13)
def _contrasts(text: str) -> bool:
    return holds(text.lower(), _CONTRAST_HINTS) and bool(_CONTRAST.search(text))


def _type(schema: Json) -> str:
    return str(schema.get("type", "")) if isinstance(schema, dict) else ""
