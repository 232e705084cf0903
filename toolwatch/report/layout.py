"""Places tools on a plane so that alike ones lie close: landmark scaling of the neighbour graph, no chance in it."""

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolwatch.model.similarity import Neighbours

LANDMARKS = 12
ROUNDS = 60
"""Rounds of power iteration, and of pushing points apart."""


@dataclass(frozen=True, slots=True)
class Point:
    """A tool's place, both coordinates whole numbers from 0 to ``SIZE``."""

    tool: str
    x: int
    y: int


SIZE = 1000

Graph = Mapping[str, Mapping[str, float]]


def place(tools: Sequence[str], neighbours: Neighbours) -> tuple[Point, ...]:
    """Return a point for each tool, in the order given; the same input gives the same points."""
    names = list(dict.fromkeys(tools))
    if not names:
        return ()
    distances = _distances(names, _graph(names, neighbours))
    plane = _apart(_scaled(names, distances))
    return tuple(Point(name, *position) for name, position in zip(names, _fitted(plane), strict=True))


def _graph(names: Sequence[str], neighbours: Neighbours) -> Graph:
    graph: dict[str, dict[str, float]] = {name: {} for name in names}
    for name in names:
        for near in neighbours.of.get(name, ()):
            if near.tool in graph and near.tool != name:
                length = 1.05 - min(max(near.score, 0.0), 1.0)
                graph[name][near.tool] = graph[near.tool][name] = length
    return graph


def _distances(names: Sequence[str], graph: Graph) -> list[list[float]]:
    """Path lengths from each landmark to every tool; landmarks are chosen one by one, each farthest from the others."""
    chosen = [max(names, key=lambda name: (len(graph[name]), name))]
    rows = [_paths(chosen[0], names, graph)]
    while len(rows) < min(LANDMARKS, len(names)):
        nearest = [min(row[position] for row in rows) for position in range(len(names))]
        farthest = max(range(len(names)), key=lambda position: (nearest[position], -position))
        chosen.append(names[farthest])
        rows.append(_paths(names[farthest], names, graph))
    return rows


def _paths(source: str, names: Sequence[str], graph: Graph) -> list[float]:
    found: dict[str, float] = {}
    queue = [(0.0, source)]
    while queue:
        length, name = heapq.heappop(queue)
        if name in found:
            continue
        found[name] = length
        for other, step in graph[name].items():
            if other not in found:
                heapq.heappush(queue, (length + step, other))
    apart = 1.5 * max([*found.values(), 1.0])
    return [found.get(name, apart) for name in names]


def _scaled(names: Sequence[str], rows: list[list[float]]) -> list[list[float]]:
    """The two strongest directions in which the landmarks' distances differ."""
    means = [sum(row) / len(row) for row in rows]
    centred = [[value - mean for value in row] for row, mean in zip(rows, means, strict=True)]
    size = len(rows)
    spread = [
        [sum(a * b for a, b in zip(centred[i], centred[j], strict=True)) for j in range(size)] for i in range(size)
    ]
    first = _direction(spread, ())
    second = _direction(spread, (first,))
    return [
        [sum(axis[i] * centred[i][position] for i in range(size)) for axis in (first, second)]
        for position in range(len(names))
    ]


def _direction(matrix: list[list[float]], without: Sequence[list[float]]) -> list[float]:
    size = len(matrix)
    vector = [1.0 + position / (size + 1) for position in range(size)]
    for _ in range(ROUNDS):
        vector = [_product(row, vector) for row in matrix]
        for known in without:
            along = _product(vector, known)
            vector = [a - along * b for a, b in zip(vector, known, strict=True)]
        length = math.sqrt(sum(part * part for part in vector))
        if length < 1e-9:
            return [0.0] * size
        vector = [part / length for part in vector]
    return vector


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _apart(points: list[list[float]]) -> list[tuple[float, float]]:
    """Spread points that lie on one another: each is pushed from those in its own and the next cells."""
    span = max([abs(value) for point in points for value in point] + [1e-9])
    room = 0.9 / math.sqrt(len(points))
    turn = [2.399963 * number for number in range(len(points))]
    places = [
        (x / span + room * math.cos(angle) / 9, y / span + room * math.sin(angle) / 9)
        for (x, y), angle in zip(points, turn, strict=True)
    ]
    for _ in range(ROUNDS // 3):
        cells: dict[tuple[int, int], list[int]] = {}
        for number, (x, y) in enumerate(places):
            cells.setdefault((int(x // room), int(y // room)), []).append(number)
        places = [_pushed(number, places, cells, room) for number in range(len(places))]
    return places


def _pushed(
    number: int, places: list[tuple[float, float]], cells: Mapping[tuple[int, int], list[int]], room: float
) -> tuple[float, float]:
    x, y = places[number]
    column, row = int(x // room), int(y // room)
    push_x = push_y = 0.0
    for cell in ((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
        for other in cells.get(cell, ()):
            gap_x, gap_y = x - places[other][0], y - places[other][1]
            gap = math.hypot(gap_x, gap_y)
            if other != number and gap < room:
                share = (room - gap) / (4 * max(gap, 1e-6))
                push_x, push_y = push_x + share * gap_x, push_y + share * gap_y
    return x + push_x, y + push_y


def _fitted(points: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    """Whole numbers on the square, both axes on one scale so that distances keep their meaning; centred."""
    lows = [min(point[axis] for point in points) for axis in (0, 1)]
    spans = [max(point[axis] for point in points) - low for axis, low in enumerate(lows)]
    scale = SIZE / max(*spans, 1e-9)
    shifts = [(SIZE - scale * span) / 2 for span in spans]
    return [(round(shifts[0] + scale * (x - lows[0])), round(shifts[1] + scale * (y - lows[1]))) for x, y in points]
