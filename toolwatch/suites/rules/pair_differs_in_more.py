"""TW605."""

from collections.abc import Iterator
from itertools import combinations

from toolwatch.model.finding import Severity
from toolwatch.model.suite import Case
from toolwatch.model.words import stem, words
from toolwatch.suites.lint import Spot, SuiteRule, View, made

LEAST = 0.15
"""Share of the shorter request's words that the other one has, too, in a pair that is about one thing."""


def _pair(one: str, other: str) -> View:
    return made(
        Case("a", one, ("issue_refund",), boundary="b", pair="p", fact="whether it arrived"),
        Case("b", other, ("start_return",), boundary="b", pair="p", fact="whether it arrived"),
    )


class PairDiffersInMore(SuiteRule):
    """The requests of a pair share next to nothing, so that they differ in far more than the one fact.

    Then a model may tell them apart by anything. Take one request and change the fact, and nothing else.
    """

    code, severity = "TW605", Severity.INFO
    bad = _pair("My parcel never came, repay me.", "How small are those green boots?")
    good = _pair("My parcel never came, repay me.", "My parcel came broken, repay me.")
    near_miss = _pair("My lamp never came, give me the 59 back.", "My lamp has come in pieces.")

    def check(self, view: View) -> Iterator[Spot]:
        """Compare the requests of every pair."""
        for (_, pair), cases in view.pairs.items():
            for one, other in combinations(cases, 2):
                share = _shared(one.request, other.request)
                if share < LEAST:
                    yield Spot(f"the pair {pair} shares {share:.0%} of its words; change the fact alone", other)


def _shared(one: str, other: str) -> float:
    left, right = ({stem(word) for word in words(text)} for text in (one, other))
    return len(left & right) / max(min(len(left), len(right)), 1)
