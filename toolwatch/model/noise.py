"""Which cases move under edits that mean nothing: how far a model and a list can be trusted at all."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Noise:
    """What the placebos did to one suite under one model."""

    suite: str
    model: str
    """The model's label."""
    tools: str
    """Digest of the list that was measured, as sent."""
    placebos: tuple[str, ...]
    """Every edit without meaning that was tried, in words."""
    moved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each case that moved, the placebos that moved it."""
    total: int = 0
    """Cases that were asked."""
    regressed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of ``moved`` that went from right to wrong."""

    @property
    def share(self) -> float:
        """Share of the cases that are fragile."""
        return len(self.moved) / self.total if self.total else 0.0

    def rate(self, case: str) -> float:
        """Share of the placebos that move a case."""
        return len(self.moved.get(case, ())) / len(self.placebos) if self.placebos else 0.0
