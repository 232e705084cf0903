"""A person's word that a change may pass."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Approval:
    """Who let a change pass, when and why. The fingerprint is the change's own, so it survives rebases."""

    fingerprint: str
    """Of a change, or the subject of a gate's reason (a case with the tool it went to)."""
    by: str
    on: date
    reason: str
    server: str = ""
    tool: str = ""
    code: str = ""
    change: str = ""
    """What was approved, in words, for whoever reads the file."""
    expires: date | None = None
    """The first day on which it no longer holds."""

    def holds(self, today: date) -> bool:
        """Whether it still counts on that day."""
        return self.expires is None or today < self.expires
