"""The changed tools, what resembles them, and the requests that moved between them, as one small graph."""

from collections import Counter
from dataclasses import dataclass

from toolwatch.model.change import Seen
from toolwatch.model.outcome import Status
from toolwatch.model.report import Report
from toolwatch.model.similarity import Neighbour
from toolwatch.model.suite import NO_TOOL

MOST_TOOLS = 24
"""More than this no one can read in a comment."""


@dataclass(frozen=True, slots=True)
class Node:
    """A tool; ``changed`` when a model reads something else of it than before."""

    id: str
    tool: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """``weight`` requests that moved, or with ``alike`` a similarity."""

    source: str
    target: str
    label: str
    alike: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """What a diagram needs; no edge without its nodes."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    not_drawn: int = 0
    """Tools past MOST_TOOLS; those that requests moved between come first."""


def draw(report: Report) -> Graph:
    """The graph of a report; empty where no tool changed and no request moved."""
    changed = {change.tool for change in report.changes if change.seen_by_model is Seen.YES and change.tool}
    moves = Counter(
        (outcome.before.top, outcome.after.top)
        for outcome in report.outcomes
        if outcome.status in (Status.REGRESSED, Status.MOVED, Status.FIXED)
        and outcome.before.top != outcome.after.top
        and outcome.before.top
        and outcome.after.top
    )
    moved = [tool for pair, _ in moves.most_common() for tool in pair]
    alike = [(tool, near.tool, near.score) for tool in sorted(changed) for near in _near(report, tool)[:3]]
    wanted = list(dict.fromkeys([*moved, *sorted(changed), *(near for _, near, _ in alike)]))
    tools = wanted[:MOST_TOOLS]
    ids = {tool: f"t{number}" for number, tool in enumerate(tools)}
    nodes = tuple(Node(ids[tool], "no tool" if tool == NO_TOOL else tool, tool in changed) for tool in tools)
    arrows = [
        Edge(ids[source], ids[target], str(times), alike=False)
        for (source, target), times in moves.items()
        if source in ids and target in ids
    ]
    seen: set[frozenset[str]] = set()
    lines = []
    for tool, near, score in alike:
        if tool in ids and near in ids and frozenset((tool, near)) not in seen:
            seen.add(frozenset((tool, near)))
            lines.append(Edge(ids[tool], ids[near], f"{score:.2f}", alike=True))
    more = len(wanted) - len(tools)
    return Graph(nodes, (*arrows, *lines), more) if arrows or lines else Graph((), ())


def _near(report: Report, tool: str) -> list[Neighbour]:
    return [near for neighbours in report.neighbours.values() for near in neighbours.of.get(tool, ())]
