"""What a source heard from a server, and how much of it could be heard."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from toolwatch.model.tool import Json, Tool


class Surface(StrEnum):
    """The lists that a server may offer."""

    TOOLS = "tools"
    PROMPTS = "prompts"
    RESOURCES = "resources"
    RESOURCE_TEMPLATES = "resource_templates"


class Completeness(StrEnum):
    """How much of a server was seen."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SurfaceCoverage:
    """What happened when one surface was listed; ``refused`` is the reason a declared list was not given."""

    surface: Surface
    declared: bool
    listed: bool
    pages: int = 0
    items: int = 0
    refused: str = ""


@dataclass(frozen=True, slots=True)
class InvalidEntry:
    """A list entry that breaks the protocol; ``raw`` is kept so that nothing said is lost."""

    surface: Surface
    index: int
    reason: str
    raw: Json


@dataclass(frozen=True, slots=True)
class Coverage:
    """How completely a server was observed; never green on blind rests on this."""

    surfaces: tuple[SurfaceCoverage, ...] = ()
    invalid: tuple[InvalidEntry, ...] = ()
    duplicates: tuple[str, ...] = ()
    """Tool names that came more than once, pages taken together."""
    noise: tuple[str, ...] = ()
    """Lines on a stdio server's stdout that were no JSON-RPC message (the first few)."""
    problems: tuple[str, ...] = ()
    """Why the listing is partial, one sentence each."""
    failure: str = ""
    """Why nothing could be observed; empty unless the observation failed."""
    in_clear: tuple[str, ...] = field(default=(), compare=False)
    """Names of values from the environment that the server repeats and that are too short to be taken out; told where
    a snapshot is kept, and in no document."""

    @property
    def completeness(self) -> Completeness:
        """``failed`` with a failure, ``partial`` with any problem or refused surface, else ``complete``."""
        if self.failure:
            return Completeness.FAILED
        if self.problems or any(surface.refused for surface in self.surfaces):
            return Completeness.PARTIAL
        return Completeness.COMPLETE

    @property
    def trouble(self) -> tuple[str, ...]:
        """Why it was seen in part or not at all; empty where it was seen whole."""
        if self.failure:
            return (self.failure,)
        refused = (f"{one.surface} were not given: {one.refused}" for one in self.surfaces if one.refused)
        return (*self.problems, *refused)


@dataclass(frozen=True, slots=True)
class Listing:
    """Everything a server says that a model or a client may read, raw, in the order it was sent.

    A failed observation is a Listing too, with ``coverage.failure`` set: one server's failure is a value.
    """

    server: str
    """The name by which the user knows the server (from the configuration, else derived from the target)."""
    tools: tuple[Tool, ...] = ()
    """Object entries of the tool list, broken ones included; entries that are no object are in the coverage."""
    prompts: tuple[Mapping[str, Any], ...] = ()
    resources: tuple[Mapping[str, Any], ...] = ()
    resource_templates: tuple[Mapping[str, Any], ...] = ()
    instructions: str | None = None
    server_info: Mapping[str, Any] = field(default_factory=dict)
    """``name``, ``version`` and the rest of serverInfo as sent; empty when the server does not say."""
    protocol_version: str | None = None
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    coverage: Coverage = field(default_factory=Coverage)
    kind: str = ""
    """Name of the source kind that made it: ``stdio``, ``http``, ``sse``, ``file``, ..."""
    target: str = ""
    """How it was reached, as the user wrote it, with every secret left out."""
    identity: Mapping[str, Json] = field(default_factory=dict)
    """What may change the list (environment names, flags, client name, SDK versions), never a secret's value."""
    file: Path | None = None
    """The definition file it was read from, if any; positions for messages are looked up there."""

    @property
    def live(self) -> bool:
        """Whether a server said it: such a list has no history but its snapshots, while files and code have git's."""
        return self.kind not in ("", "file", "python", "python-static")

    def tool(self, name: str) -> Tool | None:
        """The first tool of that name, or None."""
        return next((tool for tool in self.tools if tool.name == name), None)
