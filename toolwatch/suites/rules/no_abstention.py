"""TW609."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.suite import Case
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_STOCK = Case("a", "any left?", ("check_stock",))


class NoAbstention(SuiteRule):
    """There is no case where no tool is right, so a model that calls something for every message looks perfect.

    Write two: small talk, and something that these tools cannot do.
    """

    code, severity = "TW609", Severity.WARNING
    bad = made(_STOCK)
    good = made(_STOCK, Case("b", "thank you!", (), abstain="chat"))
    near_miss = made()

    def check(self, view: View) -> Iterator[Spot]:
        """Look for one."""
        if view.cases and all(case.expected for case in view.cases):
            yield Spot("no case expects no tool; write one of small talk and one that the tools cannot serve")
