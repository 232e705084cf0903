"""What differs between two snapshots, and what that means."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from toolwatch.model.position import Position
from toolwatch.model.tool import Json


class Compat(StrEnum):
    """What a change means for callers of the input and readers of the output, from worst to mildest."""

    BREAKING = "breaking"
    UNCLEAR = "unclear"
    SAFE = "safe"
    NONE = "none"
    """The same meaning in another spelling; recorded, quiet by default."""

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(type(self)).index(self)


class Seen(StrEnum):
    """Whether a model reads something else than before."""

    YES = "yes"
    COSMETIC = "cosmetic"
    NO = "no"


class Side(StrEnum):
    """Where a change lies: what callers send, what readers get, the tool around both, or the server."""

    INPUT = "input"
    OUTPUT = "output"
    TOOL = "tool"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Witness:
    """A value that proves a break: on the input side a call's arguments, on the output side a structured result.

    ``instance`` is valid under ``valid_under`` and refused by the other side (``before`` or ``after``); both were
    checked with jsonschema. For what no schema says it is a whole message of the protocol: a request (``method`` and
    ``params``) for a tool, prompt or resource that one list lacks, or a ``result`` without structured content. Where
    none was found ``found`` is False and ``reason`` says why.
    """

    found: bool
    instance: Json = None
    valid_under: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A run of words of a text diff: ``op`` is ``same``, ``gone`` or ``new``."""

    op: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two snapshots.

    ``path`` is a JSON pointer inside the tool, or inside the listing for server-wide changes (``tool`` is empty).
    ``fingerprint`` is a hash of what changed (server, tool, path, code, before, after), so that an approval
    survives rebases and unrelated edits.
    """

    server: str
    tool: str
    path: str
    code: str
    name: str
    compat: Compat
    seen_by_model: Seen
    side: Side
    before: Json
    after: Json
    message: str
    fingerprint: str
    witness: Witness | None = None
    words: tuple[Word, ...] = ()
    score: float | None = None
    """For an inferred rename: the similarity that supports it, 0 to 1."""
    tool_before: str = ""
    """For a rename: the tool's name in the before list; otherwise empty."""
    position: Position | None = None
    """Where it stands in the definition file after the edit, where there is one."""


def renames(changes: Iterable[Change]) -> dict[str, str]:
    """The new name of every tool of one server that was renamed, by its old one."""
    return {change.tool_before: change.tool for change in changes if change.tool_before}
