"""What ties a case to an edit, in words, and how likely it is that the edit moved it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from toolwatch.affected.edit import Edit, Touched
from toolwatch.affected.ground import Ground
from toolwatch.affected.options import Options
from toolwatch.model.outcome import Status
from toolwatch.model.similarity import Neighbours
from toolwatch.model.suite import NO_TOOL, Case

UNTIED = "nothing ties it to the edit"
"""The reason of a case that is picked for its place in the ranking alone."""


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
    ground: Ground
    before_neighbours: Neighbours
    after_neighbours: Neighbours
    options: Options

    def risk(self, case: Case) -> Risk:
        """Weigh everything that ties ``case`` to the edit."""
        ties = [tie for touched in self.edit.touched for tie in self._to(touched, case)]
        ties += self._order(case)
        if self.edit.instructions:
            ties.append(
                (1 - self.ground.lead(case), "the server's instructions changed, which go before every request")
            )
        shaky = list(self._shaky(case))
        highest = max(max((weight for weight, _ in ties), default=0.0), self._tipped(case))
        reasons = dict.fromkeys(reason for _, reason in sorted((*ties, *shaky), key=lambda tie: (-tie[0], tie[1])))
        rank = highest + sum(weight for weight, _ in shaky)
        return Risk(round(rank, 4), tuple(reason for reason in reasons if reason) or (UNTIED,))

    def _to(self, touched: Touched, case: Case) -> Iterator[tuple[float, str]]:
        how = f"{touched.tool}, {touched.how}"
        goes_to = self.ground.goes_to(case)
        if touched.tool in goes_to:
            verb = "expects" if touched.tool in case.expected else "was answered before with"
            weight = self._loses(touched, case)
            yield weight, f"{verb} {how}"
            yield from self._words(touched.lost, f"words that {touched.tool} lost", case, weight)
            return
        weight = self._gains(touched, case)
        yield weight, self._rivalry(touched, case)
        if touched.tool in case.expected:
            yield weight + 0.02 if touched.before else 1.5, f"expects {how}"
        if touched.tool in case.must_not:
            yield weight + 0.02, f"must not go to {how}"
        if touched.tool in self.ground.partners.get(case.boundary, frozenset()):
            yield weight + 0.1, f"stands on the boundary {case.boundary} with {how}"
        yield from self._words(touched.gained, f"words that {touched.tool} gained", case, weight)
        for tool in sorted(goes_to - {NO_TOOL}):
            for reason in self._between(touched, tool):
                yield weight + 0.02, reason

    def _loses(self, touched: Touched, case: Case) -> float:
        """Risk of a case that goes to the tool: high where the next is near, or where much of the text is gone."""
        if not touched.after:
            return 2.0
        drop = touched.drop
        if self.ground.probable(case):
            return 1.1 + 0.1 * drop - self.ground.lead(case) * (2 - drop) + 0.3 * max(-self._shift(touched, case), 0.0)
        lost = min(self._weight(touched.lost, case), 6.0)
        return 0.55 + 0.5 * drop + 0.05 * lost + 1.5 * max(-self._shift(touched, case), -0.05)

    def _gains(self, touched: Touched, case: Case) -> float:
        """Risk of a case that goes elsewhere: high where the tool is near, or its new words are the request's."""
        if not touched.after:
            return 0.0
        pull = 3 * max(self._shift(touched, case), 0.0) + 0.05 * min(self._weight(touched.gained, case), 6.0)
        probable = self.ground.probable(case)
        here = next(iter(sorted(self.ground.goes_to(case))), "")
        if probable and touched.before:
            return max(1 - 2 * (self.ground.of(probable, case) - probable.get(touched.tool, 0.0)), -1.0) + pull
        gap = self.ground.lexicon.likeness(case.id, here) - self.ground.lexicon.likeness(
            case.id, touched.tool, after=True
        )
        boundary = touched.tool in self.ground.partners.get(case.boundary, frozenset())
        close = 0.3 - 0.8 * gap + 0.3 * self.ground.lexicon.alike(here, touched.tool) + 0.25 * boundary
        return min(max(close, 0.0), 1.2) + pull

    def _shift(self, touched: Touched, case: Case) -> float:
        """How much nearer the tool came to the request: by the free scorer where there is one, else by words."""
        if not (touched.before and touched.after):
            return 0.0
        place = (self.ground.suite.name, case.id)
        old, new = self.options.likely_before.get(place), self.options.likely_after.get(place)
        if old is not None and new is not None:
            return new.get(touched.tool, 0.0) - old.get(touched.tool, 0.0)
        return self.ground.lexicon.likeness(case.id, touched.tool, after=True) - self.ground.lexicon.likeness(
            case.id, touched.tool
        )

    def _weight(self, written: frozenset[str], case: Case) -> float:
        return sum(self.ground.lexicon.rarity(each) for each in self.ground.asked(case).keys() & written)

    def _words(self, written: frozenset[str], what: str, case: Case, weight: float) -> Iterator[tuple[float, str]]:
        asked = self.ground.asked(case)
        shared = sorted(asked.keys() & written, key=lambda each: (-self.ground.lexicon.rarity(each), each))
        if shared:
            yield weight, f"its request shares {what}: {', '.join(asked[each] for each in shared[:4])}"

    def _rivalry(self, touched: Touched, case: Case) -> str:
        """The tool as a rival of the one that the case goes to, where it was the second choice."""
        probable = self.ground.own.get(case.id) or {}
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
        if tool in self.ground.partners_of(touched.tool):
            yield f"{tool} shares a boundary with {how}"
        if (tool, touched.tool) in self.ground.confused:
            yield f"{tool} and {how}, were taken for each other in earlier answers"
        if touched.tool in self.ground.named.get(tool, frozenset()):
            yield f"the text of {tool} names {how}"
        if tool in self.ground.named.get(touched.tool, frozenset()):
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
        rivals = {*self.ground.partners.get(case.boundary, ()), *case.expected, *self.ground.goes_to(case)}
        mine = sorted(self.edit.moved & rivals)
        if mine:
            verb = "stands" if len(mine) == 1 else "stand"
            yield (
                0.6 - self.ground.lead(case) + 0.1 * (len(mine) > 1),
                f"{' and '.join(mine[:3])} {verb} elsewhere in the list",
            )
        elif self.edit.moved:
            yield 0.3 - self.ground.lead(case), ""

    def _tipped(self, case: Case) -> float:
        """Risk of a case that a placebo moved: whatever the edit is, it tips a near tie as easily."""
        rate = self.options.fragile.get((self.ground.suite.name, case.id), 0.0)
        return 0.3 + 0.4 * rate if rate else -inf

    def _shaky(self, case: Case) -> Iterator[tuple[float, str]]:
        """What says that a case moves easily, whatever the edit."""
        if rate := self.options.fragile.get((self.ground.suite.name, case.id)):
            # Without probabilities nothing else says how near its rival is.
            weight = 0.0 if self.ground.probable(case) else 0.2 + 0.2 * rate
            yield weight, f"fragile: {rate:.0%} of the edits that mean nothing move it"
        mine = self.ground.before_of.get(case.id, ())
        if any(outcome.status is Status.UNSTABLE for outcome in mine):
            yield 0.1, "was unstable before"
        if any(outcome.status in (Status.REGRESSED, Status.FIXED, Status.MOVED) for outcome in mine):
            yield 0.05, "an earlier edit moved it"
