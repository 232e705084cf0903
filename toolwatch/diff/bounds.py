"""Bounds of numbers, lengths and counts, in whichever keyword they are written."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.keywords import Reading
from toolwatch.diff.schema.vocabulary import ATOMS

if TYPE_CHECKING:
    from toolwatch.diff.nodes import SchemaPair

UPPER = (("maximum", "exclusiveMaximum"), ("maxLength",), ("maxItems",), ("maxProperties",), ("maxContains",))
LOWER = (("minimum", "exclusiveMinimum"), ("minLength",), ("minItems",), ("minProperties",), ("minContains",))


class Bound(NamedTuple):
    """A bound that compares by what it lets through: of two upper bounds the smaller is the tighter."""

    value: float
    shift: int
    keyword: str


def upper(reading: Reading, family: tuple[str, ...]) -> Bound | None:
    """The tightest upper bound of a family, or None."""
    found = [
        Bound(reading[word], -1 if word.startswith("exclusive") else 0, word) for word in family if word in reading
    ]
    return min(found, default=None)


def lower(reading: Reading, family: tuple[str, ...]) -> Bound | None:
    """The tightest lower bound of a family, or None."""
    found = [Bound(reading[word], 1 if word.startswith("exclusive") else 0, word) for word in family if word in reading]
    return max(found, default=None)


def moves(before: Reading, after: Reading, *, is_upper: bool) -> Iterator[tuple[Bound | None, Bound | None, bool]]:
    """Bounds that differ, each with whether it became tighter."""
    find, families = (upper, UPPER) if is_upper else (lower, LOWER)
    # Where fractions came or went, the same bound of whole numbers is written otherwise.
    by_edge = _is_whole(before) is not _is_whole(after)
    for family in families:
        old, new = find(before, family), find(after, family)
        if (old and old[:2]) == (new and new[:2]) or (by_edge and _edge(old) == _edge(new)):
            continue
        if old is None or new is None:
            yield old, new, new is not None
        else:
            yield old, new, (new[:2] < old[:2]) == is_upper


def _is_whole(reading: Reading) -> bool:
    return "fraction" not in reading.get("type", ATOMS)


def _edge(bound: Bound | None) -> int | None:
    """The outermost whole number that a bound lets pass."""
    if bound is None:
        return None
    if bound.keyword.endswith("inimum"):
        return math.floor(bound.value) + 1 if bound.shift else math.ceil(bound.value)
    return math.ceil(bound.value) - 1 if bound.shift else math.floor(bound.value)


def bound_difference(pair: "SchemaPair", old: Bound | None, new: Bound | None) -> Difference:
    """A bound that moved, came or went."""
    keyword = (new or old or Bound(0, 0, "")).keyword
    if old is None or new is None:
        what = f"now has {keyword} {_number(new)}" if new else f"no longer has {keyword} {_number(old)}"
        message = f"{pair.label} {what}"
    else:
        message = f"{keyword} of {pair.label} was {_number(old)} and is now {_number(new)}"
    return Difference(f"/{keyword}", old and old.value, new and new.value, message)


def _number(bound: Bound | None) -> str:
    return "" if bound is None else ("exclusive " if bound.shift else "") + str(bound.value)
