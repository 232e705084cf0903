"""TW610."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.suite import Case
from toolwatch.suites.base import REVIEW
from toolwatch.suites.lint import Spot, SuiteRule, View, made


class NotReviewed(SuiteRule):
    """A case was imported and nobody has said yet whether its expectation is right: it says what happened.

    Look at it, set ``expect``, and take the mark out of its note.
    """

    code, severity = "TW610", Severity.WARNING
    bad = made(Case("a", "any left?", ("check_stock",), note=f"{REVIEW}expected is what was called"))
    good = made(Case("a", "any left?", ("check_stock",), note="from the shop in Leeds"))
    near_miss = made(Case("a", "any left?", ("check_stock",), note="after the review of May"))

    def check(self, view: View) -> Iterator[Spot]:
        """Look at the notes."""
        for case in view.cases:
            if case.note.startswith(REVIEW):
                yield Spot("was imported and not looked at; set what is right and drop the mark in its note", case)
