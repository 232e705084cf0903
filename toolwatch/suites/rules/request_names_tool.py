"""TW611."""

import re
from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.suite import Case
from toolwatch.model.tool import Tool
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_TOOLS = [Tool.of("check_stock", "Check stock."), Tool.of("search", "Search.")]


class RequestNamesTool(SuiteRule):
    """A request calls its tool by name, which gives the answer away: no description is tested by it.

    Users do not know the names. Say what is wanted.
    """

    code, severity = "TW611", Severity.WARNING
    bad = made(Case("a", "run check_stock for the lamp", ("check_stock",)), tools=_TOOLS)
    good = made(Case("a", "is the lamp still to be had?", ("check_stock",)), tools=_TOOLS)
    near_miss = made(Case("a", "search the page for lamps", ("search",)), tools=_TOOLS)

    def check(self, view: View) -> Iterator[Spot]:
        """Look for names that are no plain word."""
        for case in view.cases:
            for name in case.expected:
                odd = re.search(r"[^a-z]", name) is not None
                if odd and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", case.request):
                    yield Spot(f"names {one_line(name, 80)}; say what is wanted instead", case)
