"""TW601."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.suite import Boundary, Case
from toolwatch.suites.lint import Spot, SuiteRule, View, made

_BOUNDARY = Boundary("money", ("start_return", "issue_refund"))


def _pair(number: int) -> tuple[Case, Case]:
    return (
        Case(f"a{number}", f"it is lost {number}", ("issue_refund",), boundary="money", pair=f"p{number}"),
        Case(f"b{number}", f"it is here {number}", ("start_return",), boundary="money", pair=f"p{number}"),
    )


class BoundaryWithFewPairs(SuiteRule):
    """A boundary has fewer than two pairs, so one request decides whether it counts as kept.

    A pair differs in one fact; two pairs show that the model goes by the fact and not by a word. Write another one.
    """

    code, severity = "TW601", Severity.WARNING
    bad = made(*_pair(1), boundaries=[_BOUNDARY])
    good = made(*_pair(1), *_pair(2), boundaries=[_BOUNDARY])
    near_miss = made(*_pair(1), *_pair(2), *_pair(3), boundaries=[_BOUNDARY])

    def check(self, view: View) -> Iterator[Spot]:
        """Count the pairs of every boundary."""
        for boundary in view.suite.boundaries:
            count = sum(key[0] == boundary.id for key in view.pairs)
            if count < 2:
                has = "has no pair" if not count else "has only one pair"
                yield Spot(f"the boundary {boundary.id} {has}; write at least two", boundary)
