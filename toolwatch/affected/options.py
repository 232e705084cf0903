"""How cases are chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil

Probabilities = Mapping[tuple[str, str], Mapping[str, float]]
"""For each (suite, case) how probable each tool is."""


class Mode(StrEnum):
    """How much is rerun."""

    AFFECTED = "affected"
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Options:
    """What decides how many cases are rerun; ``make impact`` measures what the defaults catch."""

    mode: Mode = Mode.AFFECTED
    share: float = 0.15
    least: int = 5
    """The run goes down the ranking until this share of all cases, and at least so many, lie behind the last mover."""
    sentinel_share: float = 0.1
    sentinels: int = 5
    """A share of the rest, and at least so many of it, watch over the rest."""
    confidence: float = 0.95
    """Of the bound on what was left out."""
    budget: int | None = None
    """Most cases that may be rerun; sentinels are kept, the lowest ranks go first."""
    similar: float = 0.25
    """How alike two tools must be to count as neighbours."""
    nearest: int = 3
    """How many neighbours of a tool count."""
    fragile: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """(suite, case) that moves under edits that mean nothing, and the share of those edits that moves it."""
    likely_before: Probabilities = field(default_factory=dict)
    likely_after: Probabilities = field(default_factory=dict)
    """What a scorer that costs nothing thinks of both lists: it orders the cases, and decides nothing else."""
    salt: str = ""
    """Draws other sentinels; the same lists, suite and salt always draw the same ones."""

    def dry(self, total: int) -> int:
        """How many cases in a row must stay where they were before the ranking is followed no further."""
        return max(ceil(total * self.share), self.least)
