"""TW603."""

from collections.abc import Iterator
from dataclasses import replace

from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.model.suite import Boundary, Case
from toolwatch.model.tool import Tool
from toolwatch.suites.lint import Spot, SuiteRule, View, made

ALIKE = 0.4
"""How alike two tools must be to be argued over."""

_TOOLS = [Tool.of("get_dataset", "Describe a dataset."), Tool.of("get_items", "Read a dataset.")]
_CASES = (Case("a", "how many?", ("get_dataset",)), Case("b", "show me", ("get_items",)))


def _near(score: float, *boundaries: Boundary) -> View:
    neighbours = Neighbours(
        {"get_dataset": (Neighbour("get_items", score),), "get_items": (Neighbour("get_dataset", score),)}
    )
    return replace(made(*_CASES, boundaries=boundaries, tools=_TOOLS), neighbours=neighbours)


class NeighboursWithoutBoundary(SuiteRule):
    """Two tools resemble each other and no boundary is drawn between them: that is where edits move requests.

    Declare the boundary and write its pairs: requests that differ in the one fact that parts the tools.
    """

    code, severity = "TW603", Severity.INFO
    bad = _near(0.7)
    good = _near(0.7, Boundary("b", ("get_dataset", "get_items")))
    near_miss = _near(0.2)

    def check(self, view: View) -> Iterator[Spot]:
        """Look at the nearest other of every tool."""
        drawn = {
            frozenset((one, other)) for each in view.suite.boundaries for one in each.tools for other in each.tools
        }
        seen: set[frozenset[str]] = set()
        for name in view.tools:
            for near in view.neighbours.of.get(name, ())[:1]:
                both = frozenset((name, near.tool))
                if near.score >= ALIKE and both not in drawn | seen and near.tool in view.tools:
                    seen.add(both)
                    one, other = (one_line(each, 60) for each in sorted(both))
                    yield Spot(f"{one} and {other} are alike ({near.score:.2f}) and share no boundary; draw one")
