"""Where a tool list is to be had, with everything that is needed to get there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolwatch.model.listing import Surface
from toolwatch.model.tool import Json
from toolwatch.sources.bounds import DEFAULTS, Bounds
from toolwatch.sources.secrets import Secret


@dataclass(frozen=True, slots=True)
class ClientFace:
    """As whom toolwatch presents itself; some servers list other tools to other clients."""

    name: str = "toolwatch"
    version: str = "1"
    capabilities: tuple[str, ...] = ()
    """Of ``roots``, ``sampling``, ``elicitation``; declared, and politely refused when used."""


@dataclass(frozen=True, slots=True)
class OAuth:
    """How to get an access token."""

    grant: str
    """``client_credentials`` or ``authorization_code``."""
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    scope: str = ""
    issuer: str = ""
    """The authorization server that the client's credentials are for; they go nowhere else."""
    port: int = 8765
    """Where the browser comes back to, on the loopback address."""
    store: Path = Path()
    """Folder of the token store."""
    interactive: bool = False
    """Whether a person is there to log in."""


@dataclass(frozen=True, slots=True)
class Place:
    """One server or file. What is set decides the source kind; expanded secrets live here and go no further."""

    name: str
    """The name by which the user knows it."""
    written: str = ""
    """How the user wrote it, fit for a report: no secret, no path of this machine that the user did not write."""
    command: tuple[str, ...] = field(default=(), repr=False)
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: Path | None = None
    url: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    oauth: OAuth | None = None
    path: Path | None = None
    texts: tuple[tuple[str, str], ...] | None = field(default=None, repr=False)
    """Names and contents of the files that ``path`` means, where they come from somewhere else (a git ref)."""
    pointer: str = ""
    """JSON pointer to the part of the file that is meant."""
    python: str = ""
    """``module:object`` or a Python file, below ``cwd``."""
    home: Path | None = None
    """The project's folder, where ``cwd`` is a copy of it at a git ref; its environment is used."""
    ref: str = ""
    """Git ref at which the code of ``python`` is meant; empty: as it lies there."""
    kind: str = ""
    """Name of the source kind to use; empty lets the kinds decide."""
    legacy: bool = False
    """Whether the server is known not to speak a revision without a handshake, so that it need not be probed for."""
    client: ClientFace = field(default_factory=ClientFace)
    surfaces: tuple[Surface, ...] = tuple(Surface)
    """What to list."""
    variant: str = ""
    bounds: Bounds = DEFAULTS
    probe: bool = True
    """Whether it may be started again to learn what varies."""
    secrets: tuple[Secret, ...] = field(default=(), repr=False)
    identity: Mapping[str, Json] = field(default_factory=dict)
