"""What a caller may ask of the linter."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from toolwatch.model.finding import Severity


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
