"""What a caller may ask of the linter."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from toolwatch.model.finding import Finding, Severity


class Profile(StrEnum):
    """A named choice of rules."""

    MINIMAL = "minimal"
    """Only what stops a tool from working: the errors of ``recommended``."""
    RECOMMENDED = "recommended"
    STRICT = "strict"
    """Every rule."""
    SECURITY = "security"
    """The families security and annotations."""


@dataclass(frozen=True, slots=True)
class ToolOptions:
    """Rules to leave out, or other severities, for the tools whose name matches the glob ``tool``."""

    tool: str
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Suppression:
    """Findings that somebody has looked at and accepted, until ``expires``; the fields are globs.

    ``code`` may be a code, a prefix of codes, a rule's name or a family.
    """

    code: str
    reason: str
    server: str = "*"
    tool: str = "*"
    path: str = "*"
    expires: date | None = None

    def __str__(self) -> str:
        where = " ".join(f"{name}={value}" for name, value in self._places() if value != "*")
        return f"{self.code} {where}".strip()

    def _places(self) -> tuple[tuple[str, str], ...]:
        return (("server", self.server), ("tool", self.tool), ("path", self.path))


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Findings parted by suppressions: what is left, what was accepted, and what is no longer worth having."""

    kept: tuple[Finding, ...] = ()
    accepted: tuple[Finding, ...] = ()
    expired: tuple[Suppression, ...] = ()
    """Past their day, and there is still a finding that they would cover."""
    unused: tuple[Suppression, ...] = ()
    """Cover nothing that was found."""


@dataclass(frozen=True, slots=True)
class Options:
    """Which rules run and how bad they are.

    ``select`` adds to the profile and ``ignore`` takes away; both name codes, code prefixes (``TW13``), rule names or
    families. ``severity`` overrides by the same names, ``settings`` gives a rule's own options by code or name.
    """

    profile: Profile = Profile.RECOMMENDED
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tools: tuple[ToolOptions, ...] = ()
    clients: tuple[str, ...] = ()
    """Names of the clients that matter; empty means all."""
    suppressions: tuple[Suppression, ...] = ()
    today: date | None = None
    """The day that decides whether a suppression has expired; None: none has."""
