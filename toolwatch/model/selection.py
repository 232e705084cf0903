"""Which cases an edit can have moved, why, and what is known of the rest."""

from dataclasses import dataclass
from enum import StrEnum


class Pick(StrEnum):
    """Why a case is rerun."""

    AFFECTED = "affected"
    SENTINEL = "sentinel"
    """Drawn from the cases thought untouched, to check that they are."""
    WIDENED = "widened"
    """Added because a sentinel moved, or because nothing more had to be asked for it."""
    PARTNER = "partner"
    """Added because the other case of its pair moved."""
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Picked:
    """One case to rerun, with its reasons in words, strongest first."""

    suite: str
    case: str
    pick: Pick
    reasons: tuple[str, ...]
    rank: float = 0.0
    """Higher runs earlier."""
    place: int = 0
    """Its place in the ranking, 0 for the first."""
    round: int = 0
    """For a sentinel: how often the run had been widened when it was drawn."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The cases worth rerunning for a change, and how many of each suite were left out."""

    picked: tuple[Picked, ...] = ()
    total: int = 0
    """Cases in all suites of the servers that changed."""
    unchanged: int = 0
    """Cases whose exact request is the same before and after: never rerun."""
    left_out: tuple[tuple[str, str], ...] = ()
    """(suite, case) of those not run."""
    bound: float | None = None
    """Upper bound on the share of ``left_out`` that may have moved, at ``confidence``; None when nothing was left.

    Before the sentinels were run it is the bound that holds if none of them moves; ``affected.widen`` settles it.
    """
    confidence: float = 0.95
    waiting: tuple[Picked, ...] = ()
    """The cases of ``left_out`` with their ranks and reasons, those that a wider run takes first at the front."""
    reach: int = 0
    """How far down the ranking cases were picked for their place in it."""
    frame: int = 0
    """How many cases beyond that the present sentinels stand for, they included."""
    round: int = 0
    """How often the run was widened because a sentinel moved."""
    seed: str = ""
    """What the sentinels are drawn by."""

    @property
    def share(self) -> float:
        """Share of all cases that is run; 0.0 where there are none."""
        return len(self.picked) / self.total if self.total else 0.0

    @property
    def sentinels(self) -> tuple[Picked, ...]:
        """The sentinels that watch over ``left_out`` now: drawn in this round, and beyond the reach."""
        return tuple(
            item
            for item in self.picked
            if item.pick is Pick.SENTINEL and item.round == self.round and item.place >= self.reach
        )

    @property
    def ranking(self) -> tuple[Picked, ...]:
        """All cases by their place, picked or not."""
        return tuple(sorted((*self.picked, *self.waiting), key=lambda item: item.place))
