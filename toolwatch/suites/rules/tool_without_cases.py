"""TW602."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.suite import Case
from toolwatch.model.tool import Tool
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_TOOLS = [Tool.of("check_stock", "Check stock."), Tool.of("issue_refund", "Pay back.")]
_STOCK, _REFUND = Case("a", "any left?", ("check_stock",)), Case("b", "it got lost", ("issue_refund",))


class ToolWithoutCases(SuiteRule):
    """A tool is right for no case, so an edit that makes it unreachable, or takes all its requests, goes unseen.

    Write at least two requests for it, one of them near its closest neighbour.
    """

    code, severity = "TW602", Severity.WARNING
    bad = made(_STOCK, tools=_TOOLS)
    good = made(_STOCK, _REFUND, tools=_TOOLS)
    near_miss = made(Case("a", "any left?", ("check_stock", "issue_refund")), tools=_TOOLS)

    def check(self, view: View) -> Iterator[Spot]:
        """Look for every tool among the right ones."""
        right = {name for case in view.suite.cases for name in case.expected}
        for name in view.tools:
            if name not in right:
                yield Spot(f"no case expects {one_line(name, 80)}; write two, one near its closest neighbour")
