"""TW600."""

from collections.abc import Iterator

from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.suite import Case
from toolwatch.model.tool import Tool
from toolwatch.model.words import stem, words
from toolwatch.suites.lint import Spot, SuiteRule, View, made

RUN = 4
"""Words in a row, at least one of them longer than four letters, that are no accident."""

_TOOL = Tool.of("start_return", "Start a return for goods that have arrived, such as a jacket in the wrong size.")


class EchoesDescription(SuiteRule):
    """A request repeats the wording of its tool's description, so that any model finds the tool by its words alone.

    It sees four words in a row that stand in the description too, inflection aside. Customers do not speak like
    descriptions: write what one would say, and leave the matching to the model.
    """

    code, severity = "TW600", Severity.WARNING
    bad = made(Case("a", "I need to start a return for goods that have arrived", ("start_return",)), tools=[_TOOL])
    good = made(Case("a", "The jacket I got is too tight, what now?", ("start_return",)), tools=[_TOOL])
    near_miss = made(Case("a", "My jacket came in the wrong colour", ("start_return",)), tools=[_TOOL])

    def check(self, view: View) -> Iterator[Spot]:
        """Compare every request with the descriptions of its tools."""
        for case in view.cases:
            for name in case.expected:
                tool = view.tools.get(name)
                shared = _overlap(case.request, tool.description) if tool else ""
                if shared:
                    yield Spot(f"repeats {name}: {one_line(shared, 80)!r}; say it as a customer would", case, shared)


def _overlap(request: str, description: str) -> str:
    """The longest run of words that both have, where it is long enough."""
    asked, said = words(request), [stem(word) for word in words(description)]
    runs = {tuple(said[at : at + RUN]) for at in range(len(said) - RUN + 1)}
    stems = [stem(word) for word in asked]
    hits = [at for at in range(len(stems) - RUN + 1) if tuple(stems[at : at + RUN]) in runs]
    for at in hits:
        end = at
        while end + 1 in hits:
            end += 1
        run = asked[at : end + RUN]
        if any(len(word) > 4 for word in run):
            return " ".join(run)
    return ""
