"""Which cases an edit can have moved, why, and what is known of the rest."""

from dataclasses import dataclass
from enum import StrEnum


class Pick(StrEnum):
    """Why a case is rerun."""

    AFFECTED = "affected"
    SENTINEL = "sentinel"
    """Drawn from the cases thought untouched, to check that they are."""
    WIDENED = "widened"
    """Added because a sentinel moved."""
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
    """Upper bound on the share of ``left_out`` that may have moved, at ``confidence``; None when nothing was left."""
    confidence: float = 0.95
