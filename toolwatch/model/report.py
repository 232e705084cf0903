"""Everything one run found out: what every report format renders."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolwatch.model.change import Change
from toolwatch.model.consumer import Consumers
from toolwatch.model.finding import Finding
from toolwatch.model.noise import Noise
from toolwatch.model.outcome import Outcome
from toolwatch.model.selection import Selection
from toolwatch.model.similarity import Neighbours
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.suite import Suite
from toolwatch.model.tokens import TokenChange
from toolwatch.model.tool import Json
from toolwatch.model.trial import ModelInfo
from toolwatch.model.verdict import Verdict

if TYPE_CHECKING:
    from toolwatch.model.release import ReleaseLine


@dataclass(frozen=True, slots=True)
class Compared:
    """One server's two snapshots. ``before`` is None where there was no base to compare with."""

    before: Snapshot | None
    after: Snapshot
    before_target: str = ""
    after_target: str = ""


@dataclass(frozen=True, slots=True)
class Spent:
    """What asking models cost in this run; stored answers cost nothing."""

    calls: int = 0
    stored: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: "Spent") -> "Spent":
        """Both together."""
        return Spent(
            self.calls + other.calls,
            self.stored + other.stored,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
        )

    def __str__(self) -> str:
        """As it is told on stderr."""
        return f"{self.calls} calls made, {self.stored} answers were stored"


@dataclass(frozen=True, slots=True)
class Report:
    """The whole of one run. Times and machine names are left out: the same input gives the same bytes."""

    verdict: Verdict
    servers: tuple[Compared, ...] = ()
    changes: tuple[Change, ...] = ()
    quiet: frozenset[str] = frozenset()
    """Fingerprints of the changes that the policy ignores; what keeps a whole run keeps these changes too."""
    findings: tuple[Finding, ...] = ()
    """Of a check: the findings that are new with this edit."""
    standing: int = 0
    """How many findings stood before the edit too."""
    suites: tuple[Suite, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    selection: Selection = field(default_factory=Selection)
    models: tuple[ModelInfo, ...] = ()
    noise: tuple[Noise, ...] = ()
    """What is known of the noise of these models on these suites; a model without an entry was never measured."""
    spent: Spent = field(default_factory=Spent)
    neighbours: Mapping[str, Neighbours] = field(default_factory=dict)
    """By server name, of the after list."""
    tokens: Mapping[str, TokenChange] = field(default_factory=dict)
    """By server name: what the list weighs in a prompt, before and after."""
    consumers: Consumers = field(default_factory=Consumers)
    """Who still uses a tool's name that is gone, where that was looked for."""
    releases: "tuple[ReleaseLine, ...]" = ()
    """Scores of the releases before, oldest first, where the project records them."""
    provenance: Mapping[str, Json] = field(default_factory=dict)
    """Hashes and versions of everything that was compared, in print order."""

    @property
    def shown(self) -> tuple[Change, ...]:
        """The changes that people are to see."""
        return tuple(change for change in self.changes if change.fingerprint not in self.quiet)
