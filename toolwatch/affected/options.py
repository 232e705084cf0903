"""How cases are chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Mode(StrEnum):
    """How much is rerun."""

    AFFECTED = "affected"
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Options:
    """What decides how many cases are rerun."""

    mode: Mode = Mode.AFFECTED
    least_rank: float = 0.5
    """Cases ranked at least so high are rerun; the rest is sampled."""
    similar: float = 0.25
    """How alike two tools must be to count as neighbours."""
    nearest: int = 3
    """How many neighbours of a tool count."""
    sentinel_share: float = 0.1
    sentinels: int = 5
    """Least number of sentinels."""
    confidence: float = 0.95
    """Of the bound on what was left out."""
    budget: int | None = None
    """Most cases that may be rerun; sentinels are kept, the lowest ranks go first."""
    fragile: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """(suite, case) that moves under edits that mean nothing, and the share of those edits that moves it."""
    salt: str = ""
    """Draws other sentinels; the same lists, suite and salt always draw the same ones."""
