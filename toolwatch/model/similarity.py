"""Which tools of a list resemble each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another tool and how alike it is, from 0 (nothing shared) to 1 (the same)."""

    tool: str
    score: float


@dataclass(frozen=True, slots=True)
class Neighbours:
    """For each tool its nearest others, best first, ties by name; computed once for lint, affected and reports."""

    of: Mapping[str, tuple[Neighbour, ...]] = field(default_factory=dict)

    def score(self, tool: str, other: str) -> float:
        """Similarity of two tools; 0.0 where they are not among each other's nearest."""
        pairs = (*self.of.get(tool, ()), *(n for n in self.of.get(other, ()) if n.tool == tool))
        return max((n.score for n in pairs if n.tool in (tool, other)), default=0.0)
