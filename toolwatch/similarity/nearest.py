"""The nearest others of every tool in a list, without comparing all pairs."""

from collections.abc import Mapping, Sequence
from itertools import islice
from math import fsum, log, sqrt

from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.model.tool import Tool
from toolwatch.similarity.profile import profile

Vector = dict[str, float]
Postings = Mapping[str, Sequence[tuple[int, float]]]

LEAST = 0.05
"""Scores below say nothing and are left out."""
UNSEEN = 6
"""Tools of other subjects that every list is compared before, so that a short list's words are not all common."""
TELLING = 48
"""Words of one tool that are compared, those of most weight."""
LONGEST_POSTING = 300
"""A word that more tools than this share no longer proposes candidates; it still counts in the score."""
MOST_VISITS = 600
"""Postings that are read for one tool: what keeps the whole linear."""
CANDIDATES = 20
WINDOW = 3
"""Tools on either side in the order of their rarest words: finds equals even where every word is common."""


def neighbours(tools: Sequence[Tool], *, most: int = 8) -> Neighbours:
    """Return for each tool name its ``most`` nearest others, best first, ties by name.

    Up to a few hundred tools every pair that shares a word is weighed; above, the pairs that share rare words.
    Of tools that share a name the first counts. The same tools give the same result, whatever their order.
    """
    named = {tool.name: tool for tool in reversed(tools)}
    names = sorted(named)
    vectors = _weighed([profile(named[name]) for name in names])
    proposed = _proposed(vectors, most)
    near = _weigh(vectors, proposed)
    return Neighbours({name: _best(near[at], names, most) for at, name in enumerate(names)})


def _weighed(profiles: Sequence[Mapping[str, float]]) -> list[Vector]:
    """Unit vectors: words that few tools use count more (tf-idf)."""
    holders: dict[str, int] = {}
    for weights in profiles:
        for stem in weights:
            holders[stem] = holders.get(stem, 0) + 1
    rarity = {stem: log(1 + (len(profiles) + UNSEEN) / count) for stem, count in holders.items()}
    return [_unit({stem: weight * rarity[stem] for stem, weight in weights.items()}) for weights in profiles]


def _unit(weights: Mapping[str, float]) -> Vector:
    """The most telling words first, so long descriptions cost no more than short ones."""
    telling = sorted([(-weight, stem) for stem, weight in weights.items()])[:TELLING]
    length = sqrt(sum(weight * weight for weight, _ in telling))
    return {stem: -weight / length for weight, stem in telling}


def _proposed(vectors: Sequence[Vector], most: int) -> list[set[int]]:
    """For each tool the others worth weighing: those that share its telling words, and those next to it in order."""
    postings: dict[str, list[tuple[int, float]]] = {}
    for at, vector in enumerate(vectors):
        for stem, weight in vector.items():
            postings.setdefault(stem, []).append((at, weight))
    proposed = [_sharing(at, vector, postings, max(CANDIDATES, 2 * most)) for at, vector in enumerate(vectors)]
    order = sorted(range(len(vectors)), key=lambda at: (list(islice(vectors[at], 12)), at))
    for place, at in enumerate(order):
        proposed[at].update(order[max(place - WINDOW, 0) : place + WINDOW + 1])
        proposed[at].discard(at)
    return proposed


def _sharing(at: int, vector: Vector, postings: Postings, most: int) -> set[int]:
    shared: dict[int, float] = {}
    visits = 0
    for stem, weight in vector.items():
        holders = postings[stem]
        if len(holders) > LONGEST_POSTING:
            continue
        visits += len(holders)
        if visits > MOST_VISITS:
            break
        for other, its in holders:
            shared[other] = shared.get(other, 0.0) + weight * its
    shared.pop(at, None)
    alike = [other for other, score in shared.items() if score > LEAST]
    telling = alike if len(alike) >= most else shared
    return set(sorted(telling, key=shared.__getitem__, reverse=True)[:most])


def _weigh(vectors: Sequence[Vector], proposed: Sequence[set[int]]) -> list[list[tuple[float, int]]]:
    """For each tool the others that score ``LEAST`` or more; a pair that either side proposes is weighed once."""
    near: list[list[tuple[float, int]]] = [[] for _ in vectors]
    for at, others in enumerate(proposed):
        for other in others:
            if other < at and at in proposed[other]:
                continue
            score = _cosine(vectors[at], vectors[other])
            if score >= LEAST:
                near[at].append((score, other))
                near[other].append((score, at))
    return near


def _best(near: Sequence[tuple[float, int]], names: Sequence[str], most: int) -> tuple[Neighbour, ...]:
    ordered = sorted((-score, names[other]) for score, other in near)
    return tuple(Neighbour(name, -score) for score, name in ordered[:most])


def _cosine(left: Vector, right: Vector) -> float:
    """Rounded, so that no machine's last bit shows; added up exactly, so that no order does."""
    return round(fsum([left[stem] * right[stem] for stem in left.keys() & right.keys()]), 4)
