"""Where a tool list is to be had, with everything that is needed to get there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    """One server or file. What is set decides the source kind; expanded secrets live here and go no further."""

    name: str
    """The name by which the user knows it."""
    written: str = ""
    """How the user wrote it, fit for a report: no secret, no path of this machine that the user did not write."""
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path | None = None
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    path: Path | None = None
    text: str | None = None
    """Content of ``path`` where it comes from somewhere else (a git ref)."""
    kind: str = ""
    """Name of the source kind to use; empty lets the kinds decide."""
