"""TW606."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.suite import Case
from toolwatch.model.tool import Tool
from toolwatch.suites.checking import mentions
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_TOOLS = [Tool.of("check_stock", "Check stock.")]


class UnknownTool(SuiteRule):
    """The suite names a tool that the server does not have, so that the case can only fail, or never fails.

    The tool was renamed or removed: name the one that took its place, or drop the case.
    """

    code, severity = "TW606", Severity.ERROR
    bad = made(Case("a", "any left?", ("stock",)), tools=_TOOLS)
    good = made(Case("a", "any left?", ("check_stock",)), tools=_TOOLS)
    near_miss = made(Case("a", "any left?", ("stock",)))

    def check(self, view: View) -> Iterator[Spot]:
        """Look every name up."""
        if view.listing is None:
            return
        for mention in mentions(view.suite):
            if mention.tool not in view.tools:
                yield Spot(
                    f"{mention.what} names {one_line(mention.tool, 80)!r}, which the server does not have",
                    mention.about,
                )
