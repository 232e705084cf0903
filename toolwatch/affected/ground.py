"""What is known of a suite before an edit: where its cases go, how safely, and how its tools hang together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from toolwatch.affected.lexicon import Lexicon
from toolwatch.affected.options import Options
from toolwatch.model.outcome import Outcome
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import NO_TOOL, Case, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.words import stem, words

Probable = Mapping[str, float]


@dataclass(frozen=True)
class Ground:
    """One suite between two lists, each figure worked out once."""

    suite: Suite
    before: Snapshot
    after: Snapshot
    earlier: Sequence[Outcome]
    options: Options

    def goes_to(self, case: Case) -> frozenset[str]:
        """Where the case went before the edit, or where it should go when no answer is stored."""
        return self._ways[case.id]

    def probable(self, case: Case) -> Probable:
        """How probable each tool was before: the model's own figures, else the free scorer's."""
        return self.own.get(case.id) or self.options.likely_before.get((self.suite.name, case.id), {})

    def of(self, probable: Probable, case: Case) -> float:
        """How probable the tool is that the case goes to."""
        return max((probable.get(tool, 0.0) for tool in self.goes_to(case)), default=0.0)

    def lead(self, case: Case) -> float:
        """What parts the tool that the case goes to from the next; a half where nothing is known."""
        probable = self.probable(case)
        if not probable:
            return 0.5
        goes_to = self.goes_to(case)
        return self.of(probable, case) - max((p for tool, p in probable.items() if tool not in goes_to), default=0.0)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of requests and tools."""
        return Lexicon(self.suite, self.before.tools, self.after.tools)

    @cached_property
    def partners(self) -> Mapping[str, frozenset[str]]:
        """The tools of each boundary."""
        return {boundary.id: frozenset(boundary.tools) for boundary in self.suite.boundaries}

    def partners_of(self, tool: str) -> frozenset[str]:
        """The tools that share a boundary with one."""
        return self._sharing.get(tool, frozenset())

    def asked(self, case: Case) -> Mapping[str, str]:
        """The words of a request by their stems."""
        return self._requests[case.id]

    @cached_property
    def _sharing(self) -> Mapping[str, frozenset[str]]:
        """For each tool those that share a boundary with it."""
        found: dict[str, frozenset[str]] = {}
        for tools in self.partners.values():
            for tool in tools:
                found[tool] = found.get(tool, frozenset()) | tools
        return found

    @cached_property
    def _requests(self) -> Mapping[str, Mapping[str, str]]:
        """The words of each request by their stems."""
        return {case.id: {stem(word): word for word in reversed(words(case.request))} for case in self.suite.cases}

    @cached_property
    def _ways(self) -> Mapping[str, frozenset[str]]:
        """Where each case went before the edit, or where it should go when no answer is stored."""
        return {
            case.id: frozenset(
                {outcome.before.top for outcome in self.before_of.get(case.id, ()) if outcome.before.top}
                or case.expected
                or {NO_TOOL}
            )
            for case in self.suite.cases
        }

    @cached_property
    def before_of(self) -> Mapping[str, tuple[Outcome, ...]]:
        """Earlier outcomes of this suite's cases."""
        found: dict[str, tuple[Outcome, ...]] = {}
        for outcome in self.earlier:
            if outcome.suite == self.suite.name:
                found[outcome.case] = (*found.get(outcome.case, ()), outcome)
        return found

    @cached_property
    def own(self) -> Mapping[str, Probable]:
        """The model's own probabilities of each case, where its stored answers have them."""
        return {
            case: trial.choice.probabilities
            for case, outcomes in self.before_of.items()
            for outcome in outcomes
            for trial in outcome.trials
            if trial.choice is not None and trial.choice.probabilities
        }

    @cached_property
    def confused(self) -> frozenset[tuple[str, str]]:
        """Pairs of tools of which one was chosen where the other was right, both ways round."""
        pairs = {
            (wanted, tool)
            for outcome in self.earlier
            for tally in (outcome.before, outcome.after)
            for tool, _ in tally.counts
            for wanted in outcome.expected
            if tool not in outcome.expected
        }
        return frozenset({*pairs, *((tool, wanted) for wanted, tool in pairs)})

    @cached_property
    def named(self) -> Mapping[str, frozenset[str]]:
        """For each tool the others that its text names, by name or title, in either list."""
        tools = (*self.before.tools, *self.after.tools)
        spellings = {tool.name: {tool.name, tool.title} - {""} for tool in tools}
        named: dict[str, frozenset[str]] = {}
        for tool in tools:
            named[tool.name] = named.get(tool.name, frozenset()) | frozenset(_mentions(tool, spellings))
        return named


def _mentions(tool: Tool, names: Mapping[str, set[str]]) -> Iterator[str]:
    text = tool.description.casefold()
    for other, spellings in names.items():
        if other != tool.name and any(_stands_in(word.casefold(), text) for word in spellings):
            yield other


def _stands_in(word: str, text: str) -> bool:
    at = text.find(word)
    while at >= 0:
        edges = text[at - 1 : at] + text[at + len(word) : at + len(word) + 1]
        if not any(sign.isalnum() or sign in "_-" for sign in edges):
            return True
        at = text.find(word, at + 1)
    return False
