"""What the answers to one case say so far: told apart, shown alike, or not yet; a sequential test with a cap."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from toolwatch.model.outcome import Status

Counts = Mapping[str, int]
"""How often each tool was chosen under one edition (NO_TOOL for none)."""


@dataclass(frozen=True, slots=True)
class Design:
    """Wald's sequential probability ratio test on "right before, wrong after", both ways, with a cap.

    Under the null hypothesis both editions are right equally often. Its worst case for a false alarm is one half, so
    the likelihood ratio is taken against that, and the stated error holds whatever the real share is. ``chances``
    works the errors out exactly. With the defaults: never more than 2.6 % false alarms at any share (0.6 % at .8), and
    a case at .95 before and .05 after is told apart in 99.5 % of all tries, after 3.7 calls a side on average.
    """

    least: int = 2
    """Calls a side that are enough where all of them agree."""
    most: int = 15
    """Calls a side at which the test gives up."""
    strong: float = 0.9
    """The shift looked for: right with this probability before, wrong with it after."""
    odds: float = 30.0
    """Likelihood ratio at which the shift is taken for real. 30 lets three calls a side that agree decide it."""
    weak: float = 0.8
    """The smaller shift that is given up only when it, too, has become unlikely."""
    doubt: float = 0.05
    """Likelihood ratio under which it has."""

    def apart(self, calls: int, lead: float) -> bool:
        """Whether ``lead`` more right answers before than after, in so many calls a side, tell them apart."""
        return _ratio(self.strong, calls, lead) >= math.log(self.odds)

    def futile(self, calls: int, lead: float) -> bool:
        """Whether a shift either way has become too unlikely to go on asking."""
        return _ratio(self.weak, calls, abs(lead)) <= math.log(self.doubt)


STANDARD = Design()
"""The defaults."""

SINGLE = Design(least=1, most=1)
"""For a provider that cannot answer the same question differently."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The verdict as it stands; ``decided`` is False where further calls could still change it."""

    status: Status
    decided: bool


def weigh(before: Counts, after: Counts, right: Callable[[str], bool], design: Design = STANDARD) -> Standing:
    """Judge one case by its choices under both editions; ``right`` says whether a choice is.

    Choices that all agree count as decided by as few calls as there are, where no more may be asked.
    """
    calls = min(sum(before.values()), sum(after.values()))
    if not calls:
        return Standing(Status.NO_VERDICT, decided=False)
    share_before, share_after = _share(before, right), _share(after, right)
    lead = calls * (share_before - share_after)
    if design.apart(calls, lead):
        return Standing(Status.REGRESSED, decided=True)
    if design.apart(calls, -lead):
        return Standing(Status.FIXED, decided=True)
    last = calls >= design.most
    if share_before == share_after and share_before in (0.0, 1.0):
        if share_before:
            return Standing(Status.SAME, decided=calls >= design.least)
        return _both_wrong(before, after, calls, design)
    if share_before in (0.0, 1.0) and share_after in (0.0, 1.0):
        return Standing(Status.REGRESSED if share_before else Status.FIXED, decided=last)
    return Standing(Status.UNSTABLE, decided=last or design.futile(calls, lead))


def chances(before: float, after: float, design: Design = STANDARD) -> tuple[Mapping[Status, float], float]:
    """Work out the exact probability of each verdict, and the mean calls a side.

    The case is right with probability ``before`` and ``after``, and goes to one and the same wrong tool otherwise.
    """
    ends: dict[Status, float] = dict.fromkeys(Status, 0.0)
    mean = 0.0
    open_paths = {(0, 0): 1.0}
    for calls in range(1, design.most + 1):
        reached: dict[tuple[int, int], float] = {}
        for place, chance in _steps(open_paths, before, after):
            reached[place] = reached.get(place, 0.0) + chance
        open_paths = {}
        for (old, new), chance in reached.items():
            standing = _cached(old, new, calls, design)
            if standing.decided or calls == design.most:
                ends[standing.status] += chance
                mean += calls * chance
            else:
                open_paths[old, new] = chance
    return ends, mean


def _both_wrong(before: Counts, after: Counts, calls: int, design: Design) -> Standing:
    """Never right: the same wrong tool, another one, or now this and now that."""
    tool = max(before, key=lambda name: (before[name], name))
    lead = calls * (_share(before, tool.__eq__) - _share(after, tool.__eq__))
    if design.apart(calls, lead):
        return Standing(Status.MOVED, decided=True)
    last = calls >= design.most
    if _settled(before) and _settled(after):
        if lead == 0:
            return Standing(Status.SAME, decided=calls >= design.least)
        return Standing(Status.MOVED, decided=last)
    return Standing(Status.UNSTABLE, decided=last or design.futile(calls, lead))


def _share(counts: Counts, chosen: Callable[[str], bool]) -> float:
    return sum(count for name, count in counts.items() if chosen(name)) / sum(counts.values())


def _settled(counts: Counts) -> bool:
    return sum(count > 0 for count in counts.values()) == 1


def _ratio(shift: float, calls: int, lead: float) -> float:
    """Log-likelihood ratio of the shift against no shift at one half, of so many calls a side."""
    return (calls + lead) * math.log(2 * shift) + (calls - lead) * math.log(2 * (1 - shift))


def _steps(
    paths: Mapping[tuple[int, int], float], before: float, after: float
) -> Iterator[tuple[tuple[int, int], float]]:
    for (old, new), chance in paths.items():
        for old_right, old_chance in ((1, before), (0, 1 - before)):
            for new_right, new_chance in ((1, after), (0, 1 - after)):
                yield (old + old_right, new + new_right), chance * old_chance * new_chance


@cache
def _cached(old: int, new: int, calls: int, design: Design) -> Standing:
    before = {"right": old, "wrong": calls - old}
    after = {"right": new, "wrong": calls - new}
    return weigh(before, after, lambda name: name == "right", design)
