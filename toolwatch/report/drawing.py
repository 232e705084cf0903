"""The neighbour map of one server: where its tools lie, which are alike, which requests moved between them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from toolwatch.model.change import Seen
from toolwatch.model.outcome import Status
from toolwatch.model.report import Compared, Report
from toolwatch.model.similarity import Neighbours
from toolwatch.model.suite import NO_TOOL
from toolwatch.report.layout import Point, place

MOST_LABELS = 40
"""More names than this cover one another; the others are told when pointed at."""
MOST_ARROWS = 60


@dataclass(frozen=True, slots=True)
class Arrow:
    """``times`` requests moved from one tool to another; ``mended`` when they came right by it."""

    source: Point
    target: Point
    times: int
    mended: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map in whole numbers, ready to be written as SVG."""

    points: tuple[Point, ...]
    lines: tuple[tuple[Point, Point], ...]
    arrows: tuple[Arrow, ...]
    changed: frozenset[str]
    labelled: tuple[Point, ...]
    not_drawn: int = 0
    """Arrows of the fewest requests, past MOST_ARROWS."""


def maps(report: Report) -> Iterator[tuple[str, Drawing]]:
    """A drawing for every server of which neighbours are known."""
    for compared in report.servers:
        neighbours = report.neighbours.get(compared.after.server)
        if neighbours is not None and neighbours.of:
            yield compared.after.server, _draw(report, compared, neighbours)


def _draw(report: Report, compared: Compared, neighbours: Neighbours) -> Drawing:
    server = compared.after.server
    now = [tool.name for tool in compared.after.tools] or list(neighbours.of)
    gone = [tool.name for tool in compared.before.tools] if compared.before else []
    moves = _moves(report, server)
    touched = [tool for pair, _ in moves for tool in pair[:2]]
    points = {
        point.tool: point for point in place([*now, *gone, *([NO_TOOL] if NO_TOOL in touched else [])], neighbours)
    }
    changed = {one.tool for one in report.changes if one.server == server and one.seen_by_model is Seen.YES}
    wanted = list(points) if len(points) <= MOST_LABELS else [*dict.fromkeys([*touched, *sorted(changed)])]
    return Drawing(
        points=tuple(points.values()),
        lines=tuple(_lines(points, neighbours)),
        arrows=tuple(
            Arrow(points[source], points[target], times, mended)
            for (source, target, mended), times in moves[:MOST_ARROWS]
            if source in points and target in points
        ),
        changed=frozenset(changed),
        labelled=tuple(points[tool] for tool in wanted[:MOST_LABELS] if tool in points),
        not_drawn=max(0, len(moves) - MOST_ARROWS),
    )


def _moves(report: Report, server: str) -> list[tuple[tuple[str, str, bool], int]]:
    suites = {suite.name for suite in report.suites if suite.server == server}
    counts = Counter(
        (outcome.before.top, outcome.after.top, outcome.status is Status.FIXED)
        for outcome in report.outcomes
        if outcome.status in (Status.REGRESSED, Status.MOVED, Status.FIXED)
        and outcome.before.top != outcome.after.top
        and (outcome.suite in suites or len(report.servers) == 1)
    )
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _lines(points: dict[str, Point], neighbours: Neighbours) -> Iterator[tuple[Point, Point]]:
    """Each tool with its nearest two, every line once."""
    drawn: set[frozenset[str]] = set()
    for tool, point in points.items():
        for near in neighbours.of.get(tool, ())[:2]:
            pair = frozenset((tool, near.tool))
            if near.tool in points and len(pair) == 2 and pair not in drawn:
                drawn.add(pair)
                yield point, points[near.tool]
