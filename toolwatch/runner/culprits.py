"""Delta debugging: the smallest part of an edit that still does what the whole edit does."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

Moves = Callable[[tuple[T, ...]], bool | None]
"""Whether a part of the edit moves the case; None where it could not be told (budget, no answer)."""


@dataclass(frozen=True, slots=True)
class Culprits(Generic[T]):
    """``parts`` move the case; ``complete`` is False where smaller sets could not all be tried."""

    parts: tuple[T, ...]
    complete: bool


def smallest(parts: Sequence[T], moves: Moves[T]) -> Culprits[T]:
    """Zeller's ddmin: from a whole that moves the case to a set of which no part can be left out.

    ``moves`` is not asked about the whole, which is known to. It is asked about the same set once only.
    """
    told: dict[tuple[T, ...], bool | None] = {}

    def tried(some: tuple[T, ...]) -> bool | None:
        if some not in told:
            told[some] = moves(some)
        return told[some]

    left, grain, doubtful = tuple(parts), 2, False
    while len(left) > 1:
        found, unsure = _smaller(left, grain, tried)
        doubtful |= unsure
        if found is not None:
            left, grain = found, max(2, min(grain - 1 if len(found) > len(left) / 2 else 2, len(found)))
            doubtful = False
        elif grain < len(left):
            grain = min(2 * grain, len(left))
        else:
            break
    return Culprits(left, complete=not doubtful)


def _smaller(left: tuple[T, ...], grain: int, moves: Moves[T]) -> tuple[tuple[T, ...] | None, bool]:
    """The first chunk that moves the case by itself, else the first complement of one that does."""
    chunks = _chunks(left, grain)
    complements = [tuple(part for part in left if part not in chunk) for chunk in chunks] if grain > 2 else []
    unsure = False
    for some in (*chunks, *complements):
        moved = moves(some)
        if moved:
            return some, unsure
        unsure |= moved is None
    return None, unsure


def _chunks(left: tuple[T, ...], grain: int) -> list[tuple[T, ...]]:
    edges = [len(left) * step // grain for step in range(grain + 1)]
    return [left[start:end] for start, end in itertools.pairwise(edges) if end > start]
