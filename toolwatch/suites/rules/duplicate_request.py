"""TW607."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.suite import Case, Message
from toolwatch.model.words import words
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_ASKED = (Message("user", "hello"),)


class DuplicateRequest(SuiteRule):
    """Two cases ask the same, capitals and punctuation aside: calls are paid for nothing, and one case counts twice.

    Drop one, or change what it asks. Where the two expect different tools, decide which is right.
    """

    code, severity = "TW607", Severity.WARNING
    bad = made(Case("a", "Any left?", ("stock",)), Case("b", "any left", ("stock",)))
    good = made(Case("a", "Any left?", ("stock",)), Case("b", "Any left in red?", ("stock",)))
    near_miss = made(Case("a", "Any left?", ("stock",)), Case("b", "Any left?", ("stock",), history=_ASKED))

    def check(self, view: View) -> Iterator[Spot]:
        """Compare every request, with what was said before it."""
        seen: dict[tuple[object, ...], Case] = {}
        for case in view.cases:
            key = (tuple(words(case.request)) or case.request, case.history)
            first = seen.setdefault(key, case)
            if first is not case:
                more = "" if set(first.expected) == set(case.expected) else " and expects another tool"
                yield Spot(f"asks what {first.id} asks{more}; drop one of them", case)
