"""What the linter says of one place in a tool list."""

from dataclasses import dataclass
from enum import StrEnum

from toolwatch.model.position import Position


class Severity(StrEnum):
    """How bad a finding is; the order of the members is from worst to mildest."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One lint rule's complaint.

    ``path`` is a JSON pointer inside the tool (``/inputSchema/properties/id``), or inside the listing when ``tool``
    is empty (``/instructions``). ``message`` may quote a stranger's text: renderers make it inert.
    """

    code: str
    name: str
    family: str
    severity: Severity
    server: str
    tool: str
    path: str
    message: str
    position: Position | None = None
    client: str = ""
    """The client or provider that the finding is about, if it is about one."""
    fingerprint: str = ""
    """Short hash of code, server, tool, path and the offending text, for baselines; set by the engine."""
    index: int = -1
    """The tool's place in the list as sent, since names may repeat; -1 for the listing itself."""

    def at(self, position: Position | None) -> "Finding":
        """The same finding with its place in a file; ``dataclasses.replace`` takes four times as long."""
        return Finding(
            self.code,
            self.name,
            self.family,
            self.severity,
            self.server,
            self.tool,
            self.path,
            self.message,
            position,
            self.client,
            self.fingerprint,
            self.index,
        )
