"""What ties a case to an edit, in words, and how likely it is that the edit moved it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from toolwatch.affected.edit import Edit, Touched
from toolwatch.affected.lexicon import Lexicon
from toolwatch.affected.options import Options
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import NO_TOOL, Case, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.words import stem, words

Probable = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Risk:
    """How likely a case is to have moved, against others of the same edit, and why, strongest reason first."""

    rank: float
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Relations:
    """The ties of every case of one suite to one edit.

    A case can move in two ways: the tool it goes to lost ground, or a rival gained some. How near a rival stands is
    read from the model's own probabilities where they are stored, from a free scorer's where there is one, else from
    the words of request and tools. The weights order real moves well on two lists: see ``make impact``.
    """

    edit: Edit
    before: Snapshot
    after: Snapshot
    suite: Suite
    before_neighbours: Neighbours
    after_neighbours: Neighbours
    earlier: Sequence[Outcome]
    options: Options

    def risk(self, case: Case) -> Risk:
        """Weigh everything that ties ``case`` to the edit."""
        ties = [tie for touched in self.edit.touched for tie in self._to(touched, case)]
        ties += self._order(case)
        if self.edit.instructions:
            ties.append((1 - self._lead(case), "the server's instructions changed, which go before every request"))
        shaky = list(self._shaky(case))
        highest = max((weight for weight, _ in ties), default=0.0)
        reasons = dict.fromkeys(reason for _, reason in sorted((*ties, *shaky), key=lambda tie: (-tie[0], tie[1])))
        rank = highest + sum(weight for weight, _ in shaky)
        return Risk(round(rank, 4), tuple(reason for reason in reasons if reason) or ("nothing ties it to the edit",))

    def _to(self, touched: Touched, case: Case) -> Iterator[tuple[float, str]]:
        how = f"{touched.tool}, {touched.how}"
        goes_to = self._goes_to(case)
        if touched.tool in goes_to:
            verb = "expects" if touched.tool in case.expected else "was answered before with"
            yield self._loses(touched, case), f"{verb} {how}"
            yield from self._words(touched.lost, f"words that {touched.tool} lost", case)
            return
        weight = self._gains(touched, case)
        yield weight, self._rivalry(touched, case)
        if touched.tool in case.expected:
            yield weight + 0.02 if touched.before else 1.5, f"expects {how}"
        if touched.tool in case.must_not:
            yield weight + 0.02, f"must not go to {how}"
        if touched.tool in self._partners.get(case.boundary, frozenset()):
            yield weight + 0.1, f"stands on the boundary {case.boundary} with {how}"
        yield from self._words(touched.gained, f"words that {touched.tool} gained", case, weight)
        for tool in sorted(goes_to - {NO_TOOL}):
            for reason in self._between(touched, tool):
                yield weight + 0.02, reason

    def _loses(self, touched: Touched, case: Case) -> float:
        """Risk of a case that goes to the tool: high where the next is near, or where much of the text is gone."""
        if not touched.after:
            return 2.0
        drop = self._drop(touched)
        if self._probable(case):
            return 1.1 + 0.1 * drop - self._lead(case) * (2 - drop) + 0.3 * max(-self._shift(touched, case), 0.0)
        lost = min(self._weight(touched.lost, case), 6.0)
        return 0.55 + 0.5 * drop + 0.05 * lost + 1.5 * max(-self._shift(touched, case), -0.05)

    def _gains(self, touched: Touched, case: Case) -> float:
        """Risk of a case that goes elsewhere: high where the tool is near, or its new words are the request's."""
        if not touched.after:
            return 0.0
        pull = 3 * max(self._shift(touched, case), 0.0) + 0.05 * min(self._weight(touched.gained, case), 6.0)
        probable = self._probable(case)
        here = next(iter(sorted(self._goes_to(case))), "")
        if probable and touched.before:
            return max(1 - 2 * (self._of(probable, case) - probable.get(touched.tool, 0.0)), -1.0) + pull
        gap = self._lexicon.likeness(case.id, here) - self._lexicon.likeness(case.id, touched.tool, after=True)
        boundary = touched.tool in self._partners.get(case.boundary, frozenset())
        close = 0.3 - 0.8 * gap + 0.3 * self._lexicon.alike(here, touched.tool) + 0.25 * boundary
        return min(max(close, 0.0), 1.2) + pull

    def _shift(self, touched: Touched, case: Case) -> float:
        """How much nearer the tool came to the request: by the free scorer where there is one, else by words."""
        if not (touched.before and touched.after):
            return 0.0
        place = (self.suite.name, case.id)
        old, new = self.options.likely_before.get(place), self.options.likely_after.get(place)
        if old is not None and new is not None:
            return new.get(touched.tool, 0.0) - old.get(touched.tool, 0.0)
        return self._lexicon.likeness(case.id, touched.tool, after=True) - self._lexicon.likeness(case.id, touched.tool)

    def _drop(self, touched: Touched) -> float:
        """Share of its words that the tool lost."""
        return len(touched.lost) / touched.words if touched.words else 0.0

    def _weight(self, written: frozenset[str], case: Case) -> float:
        return sum(self._lexicon.rarity(each) for each in self._asked(case).keys() & written)

    def _words(
        self, written: frozenset[str], what: str, case: Case, weight: float = 0.0
    ) -> Iterator[tuple[float, str]]:
        asked = self._asked(case)
        shared = sorted(asked.keys() & written, key=lambda each: (-self._lexicon.rarity(each), each))
        if shared:
            yield weight, f"its request shares {what}: {', '.join(asked[each] for each in shared[:4])}"

    def _asked(self, case: Case) -> Mapping[str, str]:
        return self._requests[case.id]

    def _rivalry(self, touched: Touched, case: Case) -> str:
        """The tool as a rival of the one that the case goes to, where it was the second choice."""
        probable = self._own.get(case.id) or {}
        ranked = sorted(probable, key=lambda name: (-probable[name], name))
        if len(ranked) > 1 and ranked[1] == touched.tool:
            first, second = probable[ranked[0]], probable[touched.tool]
            return f"{touched.tool} was its second choice before ({second:.2f} against {first:.2f})"
        return ""

    def _between(self, touched: Touched, tool: str) -> Iterator[str]:
        """Ties of a tool that the case goes to with the tool that changed."""
        how = f"{touched.tool}, {touched.how}"
        was, now = self._near(self.before_neighbours, tool, touched), self._near(self.after_neighbours, tool, touched)
        if max(was, now) >= self.options.similar:
            yield f"{tool} is similar to {how} ({was:.2f} before, {now:.2f} after)"
        if tool in self._partners_of(touched.tool):
            yield f"{tool} shares a boundary with {how}"
        if (tool, touched.tool) in self._confused:
            yield f"{tool} and {how}, were taken for each other in earlier answers"
        if touched.tool in self._named.get(tool, frozenset()):
            yield f"the text of {tool} names {how}"
        if tool in self._named.get(touched.tool, frozenset()):
            yield f"{tool} is named in the text of {how}"

    def _near(self, neighbours: Neighbours, tool: str, touched: Touched) -> float:
        """How alike two tools are, where either is among the other's nearest."""
        for one, other in ((tool, touched.tool), (touched.tool, tool)):
            for near in neighbours.of.get(one, ())[: self.options.nearest]:
                if near.tool == other:
                    return near.score
        return 0.0

    def _order(self, case: Case) -> Iterator[tuple[float, str]]:
        """A list in another order is read differently, most where tools that compete for a case changed places."""
        rivals = {*self._partners.get(case.boundary, ()), *case.expected, *self._goes_to(case)}
        mine = sorted(self.edit.moved & rivals)
        if mine:
            verb = "stands" if len(mine) == 1 else "stand"
            yield (
                0.6 - self._lead(case) + 0.1 * (len(mine) > 1),
                f"{' and '.join(mine[:3])} {verb} elsewhere in the list",
            )
        elif self.edit.moved:
            yield 0.3 - self._lead(case), ""

    def _shaky(self, case: Case) -> Iterator[tuple[float, str]]:
        """What says that a case moves easily, whatever the edit."""
        if rate := self.options.fragile.get((self.suite.name, case.id)):
            yield 0.2 + 0.2 * rate, f"fragile: {rate:.0%} of the edits that mean nothing move it"
        mine = self._before.get(case.id, ())
        if any(outcome.status is Status.UNSTABLE for outcome in mine):
            yield 0.3, "was unstable before"
        if any(outcome.status in (Status.REGRESSED, Status.FIXED, Status.MOVED) for outcome in mine):
            yield 0.15, "an earlier edit moved it"

    def _goes_to(self, case: Case) -> frozenset[str]:
        return self._ways[case.id]

    def _probable(self, case: Case) -> Probable:
        """How probable each tool was before: the model's own figures, else the free scorer's."""
        return self._own.get(case.id) or self.options.likely_before.get((self.suite.name, case.id), {})

    def _of(self, probable: Probable, case: Case) -> float:
        return max((probable.get(tool, 0.0) for tool in self._goes_to(case)), default=0.0)

    def _lead(self, case: Case) -> float:
        """What parts the tool that the case goes to from the next; a half where nothing is known."""
        probable = self._probable(case)
        if not probable:
            return 0.5
        goes_to = self._goes_to(case)
        return self._of(probable, case) - max((p for tool, p in probable.items() if tool not in goes_to), default=0.0)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self.suite, self.before.tools, self.after.tools)

    @cached_property
    def _partners(self) -> Mapping[str, frozenset[str]]:
        return {boundary.id: frozenset(boundary.tools) for boundary in self.suite.boundaries}

    def _partners_of(self, tool: str) -> frozenset[str]:
        return self._sharing.get(tool, frozenset())

    @cached_property
    def _sharing(self) -> Mapping[str, frozenset[str]]:
        """For each tool those that share a boundary with it."""
        found: dict[str, frozenset[str]] = {}
        for tools in self._partners.values():
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
                {outcome.before.top for outcome in self._before.get(case.id, ()) if outcome.before.top}
                or case.expected
                or {NO_TOOL}
            )
            for case in self.suite.cases
        }

    @cached_property
    def _before(self) -> Mapping[str, tuple[Outcome, ...]]:
        """Earlier outcomes of this suite's cases."""
        found: dict[str, tuple[Outcome, ...]] = {}
        for outcome in self.earlier:
            if outcome.suite == self.suite.name:
                found[outcome.case] = (*found.get(outcome.case, ()), outcome)
        return found

    @cached_property
    def _own(self) -> Mapping[str, Probable]:
        """The model's own probabilities of each case, where its stored answers have them."""
        return {
            case: trial.choice.probabilities
            for case, outcomes in self._before.items()
            for outcome in outcomes
            for trial in outcome.trials
            if trial.choice is not None and trial.choice.probabilities
        }

    @cached_property
    def _confused(self) -> frozenset[tuple[str, str]]:
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
    def _named(self) -> Mapping[str, frozenset[str]]:
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
