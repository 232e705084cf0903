"""Which cases move under edits that mean nothing: how far a model and a list can be trusted at all."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from toolwatch.model.suite import Case, Suite


def digest_of(case: Case) -> str:
    """Of the conversation that a case asks, short enough to be read."""
    said = "\x1f".join([*(f"{turn.role} {turn.content} {turn.tool}" for turn in case.history), case.request])
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:12]


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
    asked: Mapping[str, str] = field(default_factory=dict)
    """For each case that moved, the digest of what was asked then: a case that asks something else was not measured."""

    def of(self, suite: Suite) -> "Noise":
        """What still holds for the suite as it is now; the rest is forgotten."""
        known = {case.id: digest_of(case) for case in suite.cases}
        same = {case for case, digest in known.items() if self.asked.get(case, digest) == digest}
        return replace(self, moved={case: by for case, by in self.moved.items() if case in same})

    @property
    def share(self) -> float:
        """Share of the cases that are fragile."""
        return len(self.moved) / self.total if self.total else 0.0

    def rate(self, case: str) -> float:
        """Share of the placebos that move a case."""
        return len(self.moved.get(case, ())) / len(self.placebos) if self.placebos else 0.0
