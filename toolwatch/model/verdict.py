"""The gate's decision."""

from dataclasses import dataclass
from enum import StrEnum


class Decision(StrEnum):
    """May it pass."""

    PASS = "pass"
    REVIEW = "review"
    """A person must approve something; counts as failed."""
    FAIL = "fail"
    UNKNOWN = "unknown"
    """Something could not be seen or answered; never a pass."""


class Action(StrEnum):
    """What a policy does about one kind of trouble."""

    BLOCK = "block"
    REVIEW = "review"
    """A person must approve it; until then the gate fails."""
    WARN = "warn"
    """Said, and passes."""
    IGNORE = "ignore"
    """Recorded in the JSON, not shown."""


class Blame(StrEnum):
    """What kind of trouble a reason is, which decides the exit code."""

    GATE = "gate"
    OBSERVATION = "observation"
    MODELS = "models"
    EXPECTATIONS = "expectations"
    """What the edit is judged by, its cases and the gate's settings, changes with it; never blocks."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence on why the decision is what it is. ``blocks`` is False for what only warns or informs."""

    text: str
    blocks: bool
    blame: Blame = Blame.GATE
    review: bool = False
    """True where a person's approval would lift it."""
    subject: str = ""
    """What it is about: a case id, a change's or finding's fingerprint, a server."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision with all its reasons, blocking ones first."""

    decision: Decision
    reasons: tuple[Reason, ...] = ()

    @property
    def blind(self) -> tuple[Reason, ...]:
        """What could not be seen or answered, and blocks for it."""
        return tuple(reason for reason in self.reasons if reason.blocks and reason.blame is not Blame.GATE)
