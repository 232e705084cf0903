"""The outcome of one lint run: what every lint format renders."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Completeness, Coverage
from toolwatch.model.position import Position


@dataclass(frozen=True, slots=True)
class Heard:
    """One target that was linted, and how much of it could be seen."""

    server: str
    target: str
    tools: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    file: str = ""
    """The file that findings without a position are about, as the user wrote it."""

    @property
    def trouble(self) -> tuple[str, ...]:
        """Why the target was seen in part or not at all; empty where it was seen whole."""
        return self.coverage.trouble

    @property
    def blind(self) -> bool:
        """Whether anything stayed unseen."""
        return self.coverage.completeness is not Completeness.COMPLETE


@dataclass(frozen=True, slots=True)
class Linted:
    """Findings in print order, with what was not counted beside them."""

    findings: tuple[Finding, ...]
    heard: tuple[Heard, ...] = ()
    accepted: int = 0
    """Findings that a suppression covers."""
    standing: int = 0
    """Findings that the baseline holds."""
    excerpt: Callable[[Position], str] = lambda _: ""
    """What stands at a position, for formats that show it."""

    def count(self, severity: Severity) -> int:
        """How many findings are of that severity."""
        return Counter(finding.severity for finding in self.findings)[severity]

    def fails(self, limit: str) -> bool:
        """Whether a finding is at least as bad as ``limit``: a severity, or ``never``."""
        return limit != "never" and any(one.severity.rank <= Severity(limit).rank for one in self.findings)
