"""What ties a case to an edit, each tie with its strength and in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from toolwatch.affected.edit import Edit, Touched
from toolwatch.affected.options import Options
from toolwatch.model.outcome import Outcome
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import NO_TOOL, Case, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.words import stem, stems, words

EXPECTED, CHOSEN, BOUNDARY, CONFUSED, FORBIDDEN, MENTIONED, SIMILAR = 0.9, 0.9, 0.6, 0.6, 0.5, 0.4, 0.5
"""Strengths of the ties; how well they order real moves is measured by ``make impact``."""


@dataclass(frozen=True, slots=True)
class Tie:
    """One reason why a case may have moved; ``strength`` is between 0 and 1."""

    strength: float
    reason: str


@dataclass(frozen=True)
class Relations:
    """The ties of every case of one suite to one edit."""

    edit: Edit
    before: Snapshot
    after: Snapshot
    suite: Suite
    before_neighbours: Neighbours
    after_neighbours: Neighbours
    earlier: Sequence[Outcome]
    options: Options

    def of(self, case: Case) -> list[Tie]:
        """Everything that ties ``case`` to the edit, strongest first; none for a case that it cannot reach."""
        ties = [tie for touched in self.edit.touched for tie in self._to(touched, case)]
        ties += self._order(case)
        if self.edit.instructions:
            ties.append(Tie(EXPECTED, "the server's instructions changed, which go before every request"))
        best: dict[str, Tie] = {}
        for tie in ties:
            if tie.reason not in best or best[tie.reason].strength < tie.strength:
                best[tie.reason] = tie
        return sorted(best.values(), key=lambda tie: (-tie.strength, tie.reason))

    def _to(self, touched: Touched, case: Case) -> Iterator[Tie]:
        name, how = touched.tool, f"{touched.tool}, {touched.how}"
        answers = self._answers.get(case.id, frozenset())
        if name in case.expected:
            yield Tie(EXPECTED, f"expects {how}")
        elif name in answers:
            yield Tie(CHOSEN, f"was answered before with {how}")
        if name in case.must_not:
            yield Tie(FORBIDDEN, f"must not go to {how}")
        if name in self._partners.get(case.boundary, frozenset()) and name not in case.expected:
            yield Tie(BOUNDARY, f"stands on the boundary {case.boundary} with {how}")
        for tool in sorted({*case.expected, *answers} - {name, NO_TOOL}):
            yield from self._between(touched, tool)
        yield from self._shared_words(touched, case)

    def _between(self, touched: Touched, tool: str) -> Iterator[Tie]:
        """Ties of a tool that the case goes to with the tool that changed."""
        how = f"{touched.tool}, {touched.how}"
        was, now = self._score(self.before_neighbours, tool, touched), self._score(self.after_neighbours, tool, touched)
        if max(was, now) >= self.options.similar:
            strength = min(SIMILAR * max(was, now) + abs(now - was), EXPECTED)
            yield Tie(strength, f"{tool} is similar to {how} ({was:.2f} before, {now:.2f} after)")
        if tool in self._partners_of(touched.tool):
            yield Tie(BOUNDARY / 2, f"{tool} shares a boundary with {how}")
        if (tool, touched.tool) in self._confused:
            yield Tie(CONFUSED, f"{tool} and {how}, were taken for each other in earlier answers")
        if touched.tool in self._named.get(tool, frozenset()):
            yield Tie(MENTIONED, f"the text of {tool} names {how}")
        if tool in self._named.get(touched.tool, frozenset()):
            yield Tie(MENTIONED, f"{tool} is named in the text of {how}")

    def _score(self, neighbours: Neighbours, tool: str, touched: Touched) -> float:
        """How alike two tools are, where either is among the other's nearest."""
        for one, other in ((tool, touched.tool), (touched.tool, tool)):
            for near in neighbours.of.get(one, ())[: self.options.nearest]:
                if near.tool == other:
                    return near.score
        return 0.0

    def _shared_words(self, touched: Touched, case: Case) -> Iterator[Tie]:
        """Words of the request among those that the edit wrote or cut: an over-claim takes what it names."""
        asked = {stem(word): word for word in reversed(words(case.request)) if self._rarity.get(stem(word), 0.0) > 0.0}
        for written, verb in ((touched.gained, "gained"), (touched.lost, "lost")):
            shared = sorted(asked.keys() & written, key=lambda each: (-self._rarity[each], each))
            weight = sum(self._rarity[each] for each in shared)
            if weight:
                named = ", ".join(asked[each] for each in shared[:4])
                yield Tie(min(0.3 * weight, 0.8), f"its request shares words that {touched.tool} {verb}: {named}")

    def _order(self, case: Case) -> Iterator[Tie]:
        """A list in another order is read differently most where tools that compete changed places."""
        places = sorted(self.edit.moved)
        partners = {*self._partners.get(case.boundary, ()), *case.expected, *self._answers.get(case.id, ())}
        mine = [name for name in places if name in partners]
        if mine:
            yield Tie(0.5 + 0.1 * (len(mine) > 1), f"{' and '.join(mine[:3])} stands elsewhere in the list")

    @cached_property
    def _partners(self) -> Mapping[str, frozenset[str]]:
        return {boundary.id: frozenset(boundary.tools) for boundary in self.suite.boundaries}

    def _partners_of(self, tool: str) -> frozenset[str]:
        return frozenset().union(*(tools for tools in self._partners.values() if tool in tools))

    @cached_property
    def _answers(self) -> Mapping[str, frozenset[str]]:
        """Tools that each case was answered with, in this suite, before this edit."""
        mine = [outcome for outcome in self.earlier if outcome.suite == self.suite.name]
        return {
            case: frozenset(
                tool
                for outcome in mine
                if outcome.case == case
                for tally in (outcome.before, outcome.after)
                for tool, _ in tally.counts
            )
            for case in {outcome.case for outcome in mine}
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
        names = {tool.name: {tool.name, tool.title} - {""} for tool in tools}
        return {tool.name: frozenset(_mentions(tool, names)) for tool in tools}

    @cached_property
    def _rarity(self) -> Mapping[str, float]:
        """How telling a word is in this suite: 1 for one that few requests use, 0 for one that half of them use."""
        used: dict[str, int] = {}
        for case in self.suite.cases:
            for each in set(stems(case.request)):
                used[each] = used.get(each, 0) + 1
        most = max(len(self.suite.cases) / 2, 1)
        return {each: max(1 - count / most, 0.0) for each, count in used.items()}


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
