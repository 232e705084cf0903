"""What became of one case between two editions of a tool list."""

from dataclasses import dataclass
from enum import StrEnum

from toolwatch.model.suite import Cost
from toolwatch.model.trial import Trial


class Status(StrEnum):
    """The verdict on one case."""

    SAME = "same"
    REGRESSED = "regressed"
    """Right before, wrong after."""
    FIXED = "fixed"
    MOVED = "moved"
    """From one wrong tool to another wrong one."""
    UNSTABLE = "unstable"
    """Differs between repeats of the same question: no evidence either way, and never a regression."""
    NO_VERDICT = "no_verdict"
    """The model did not answer, or not readably: never a pass."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The choices of one edition: tool name (NO_TOOL for none) and how often, most frequent first, ties by name."""

    counts: tuple[tuple[str, int], ...] = ()
    failed: int = 0
    """Repeats without a readable answer."""

    @property
    def top(self) -> str:
        """The most frequent choice; an empty string where there is none."""
        return self.counts[0][0] if self.counts else ""

    @property
    def asked(self) -> int:
        """Repeats in all."""
        return sum(count for _, count in self.counts) + self.failed


@dataclass(frozen=True, slots=True)
class Control:
    """One edit without meaning, and whether a regression stood up to it."""

    what: str
    tool: str
    """The tool whose text it changes; empty where it is about several."""
    holds: bool | None
    """False where the case is right again with it, or goes wrong by it alone; None where there was no answer."""
    error: str = ""
    """Why there was none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case under one model, before and after."""

    suite: str
    case: str
    request: str
    expected: tuple[str, ...]
    model: str
    before: Tally
    after: Tally
    status: Status
    right_before: bool
    right_after: bool
    reasons: tuple[str, ...] = ()
    """Why the case was rerun, and what made the status where that needs words."""
    pair: str = ""
    boundary: str = ""
    fact: str = ""
    cost: Cost | None = None
    """Cost of the destination, where the case went to a wrong tool after the edit."""
    cost_reason: str = ""
    fragile: bool = False
    """Moved by edits that mean nothing too: its flip says little about this edit."""
    placebo_rate: float | None = None
    """Share of the edits that mean nothing that move it, where ``toolwatch noise`` has measured that."""
    controls: tuple[Control, ...] = ()
    """What was tried on a regression to see whether this edit is its cause."""
    sentinel: bool = False
    destructive: bool = False
    """Newly landed, in any repeat, on a wrong tool that is annotated as destructive."""
    destructive_before: bool = False
    """Landed wrongly on a destructive tool both before and after."""
    high_risk: bool = False
    """The suite marks the case ``risk: high``."""
    category: str = ""
    margin_before: float | None = None
    margin_after: float | None = None
    """Probability of the expected tools, where the provider gives probabilities."""
    definitions: str = ""
    """Digest of the tools that are right and of the one that was chosen, as they are defined after the edit."""
    trials: tuple[Trial, ...] = ()

    @property
    def subject(self) -> str:
        """What an approval of this outcome names: case, model, where it went, and by what definitions."""
        by = f"#{self.definitions}" if self.definitions else ""
        return f"{self.suite}/{self.case}@{self.model}={self.after.top}{by}"
