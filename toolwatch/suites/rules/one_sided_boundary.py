"""TW613."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.suite import Boundary, Case
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_BOUNDARY = Boundary("money", ("start_return", "issue_refund", "cancel_order"))


def _cases(*tools: str) -> tuple[Case, ...]:
    return tuple(Case(tool, f"about {tool}", (tool,), boundary="money", pair="p") for tool in tools)


class OneSidedBoundary(SuiteRule):
    """A boundary names a tool that none of its cases goes to: an edit that closes that side off goes unseen.

    Write a pair in which that tool is right, or take it out of the boundary.
    """

    code, severity = "TW613", Severity.WARNING
    bad = made(*_cases("start_return", "issue_refund"), boundaries=[_BOUNDARY])
    good = made(*_cases("start_return", "issue_refund", "cancel_order"), boundaries=[_BOUNDARY])
    near_miss = made(boundaries=[_BOUNDARY])

    def check(self, view: View) -> Iterator[Spot]:
        """Look for every tool of a boundary among the right ones of its cases."""
        for boundary in view.suite.boundaries:
            right = {name for case in view.cases if case.boundary == boundary.id for name in case.expected}
            for name in boundary.tools:
                if right and name not in right:
                    yield Spot(
                        f"no case of the boundary {boundary.id} goes to {one_line(name, 80)}; write a pair", boundary
                    )
