"""TW608."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.suite import Case
from toolwatch.suites.lint import Spot, SuiteRule, View, made
from toolwatch.suites.redaction import found


def _asks(text: str) -> View:
    return made(Case("a", text, ("lookup_order",)))


class PersonalData(SuiteRule):
    """A request holds what looks like somebody's data: it is committed, and sent to every model that is tested.

    Put a stand-in from the ranges that are kept for examples (``kim@example.com``, 192.0.2.1, 202 555 0123), or
    import the request again: the importer replaces it.
    """

    code, severity = "TW608", Severity.WARNING
    bad = _asks("It's under anna.berg@berg-mail.net")
    good = _asks("It's under anna@example.com")
    near_miss = _asks("Order KB204417 of 2026-11-05, 3 pieces at 59.90")

    def check(self, view: View) -> Iterator[Spot]:
        """Look through the requests, what was said before them, and the notes; the value itself is not repeated."""
        for case in view.cases:
            told = (case.note, case.category, case.source)
            texts = (case.request, *(turn.content for turn in case.history), *told)
            for kind in dict.fromkeys(kind for text in texts for kind, _ in found(text)):
                yield Spot(f"holds what looks like a real {kind}; put a stand-in", case)
