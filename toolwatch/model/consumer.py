"""Who still uses a tool's name that is gone."""

from dataclasses import dataclass
from enum import StrEnum


class ConsumerKind(StrEnum):
    """What kind of file a use stands in, judged by its path."""

    ALLOW_LIST = "allow-list"
    """Client configuration and permissions: a call is refused, or asked about again."""
    SKILL = "skill"
    AGENT_FILE = "agent file"
    PROMPT = "prompt"
    SUITE = "suite"
    DOCUMENT = "document"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Use:
    """One place that names a tool which is gone."""

    server: str
    tool: str
    """The old name."""
    renamed_to: str
    """Empty where it was removed."""
    kind: ConsumerKind
    file: str
    line: int
    column: int
    text: str
    """What stands around it on that line; a stranger's text, so renderers make it inert."""


@dataclass(frozen=True, slots=True)
class Consumers:
    """Every use that was found, and how much was looked through; what was skipped may hold more."""

    uses: tuple[Use, ...] = ()
    looked: int = 0
    """Files that were read."""
    binary: int = 0
    huge: int = 0
    unreadable: int = 0
