"""A listing with its digests: the thing that is kept, compared and named by hash."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.tool import Tool


@dataclass(frozen=True, slots=True)
class ToolDigests:
    """SHA-256 digests of one tool, ``sha256:`` and 64 hex digits each; volatile text is masked first."""

    name: str
    description: str
    input_schema: str
    output_schema: str
    annotations: str
    whole: str


@dataclass(frozen=True, slots=True)
class ServerDigests:
    """Digests of a whole tool list.

    ``as_set`` is order-free and over everything the tools say, in meaning. ``as_sent`` is over what a model is sent of
    them: names, descriptions as typed and input schemas, in order, since order changes selection.
    """

    as_set: str
    as_sent: str


@dataclass(frozen=True, slots=True)
class Volatile:
    """A stretch of text that differs between two starts of the same server, so that it is masked in digests."""

    path: str
    """JSON pointer from the listing to the string, the tool named by its name: ``/tools/NAME/description``."""
    start: int
    end: int
    """Characters ``[start, end)`` of the string as first seen."""
    shape: tuple[str, str]
    """Both samples, letters shown as ``a`` and digits as ``0``, so that no local text is kept."""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A tool that the server had once and has no more; should it come back, it is compared with this."""

    tool: Tool
    """As it was last."""
    whole: str
    """Its whole digest then."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A listing and what identifies it. Nothing in it varies from run to run but what the server says."""

    listing: Listing
    digests: ServerDigests
    tool_digests: Mapping[str, ToolDigests] = field(default_factory=dict)
    """By tool name; of tools that share a name, the last."""
    volatile: tuple[Volatile, ...] = ()
    variant: str = ""
    tombstones: tuple[Tombstone, ...] = ()
    """By tool name; kept from snapshot to snapshot by ``toolwatch snapshot``."""

    @property
    def server(self) -> str:
        """The server's name."""
        return self.listing.server

    @property
    def label(self) -> str:
        """The server as a target names it, with the variant where it is one."""
        return f"{self.server}:{self.variant}" if self.variant else self.server

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools in the order they were sent."""
        return self.listing.tools

    @property
    def coverage(self) -> Coverage:
        """How completely the server was observed."""
        return self.listing.coverage
