"""The contract of a definition format: one way in which tool lists are kept in files or sent to providers."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from toolwatch import registry
from toolwatch.errors import ObservationError
from toolwatch.model.tool import Json


@dataclass(frozen=True, slots=True)
class Definitions:
    """What a definition document says, its tools in MCP's spelling with nothing left out."""

    tools: tuple[Json, ...] = ()
    prompts: tuple[Json, ...] = ()
    resources: tuple[Json, ...] = ()
    resource_templates: tuple[Json, ...] = ()
    instructions: str | None = None
    server_info: Mapping[str, Any] = field(default_factory=dict)
    protocol_version: str | None = None
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    partial: str = ""
    """Why the document cannot say everything about its tools, where it cannot."""


class Format(ABC):
    """One format, recognised by the shape of a parsed document."""

    name: ClassVar[str]
    rank: ClassVar[int] = 50
    """Formats are tried from the lowest rank, so that the more telling shapes come first."""
    carries: ClassVar[frozenset[str] | None] = None
    """The fields of an MCP tool that have a place in this format; None where all have."""

    @classmethod
    @abstractmethod
    def recognises(cls, document: Json) -> bool:
        """Whether the document is of this format."""

    @abstractmethod
    def read(self, document: Json) -> Definitions:
        """Take everything out of a document that ``recognises`` has accepted."""

    @abstractmethod
    def write(self, definitions: Definitions) -> Json:
        """Spell the definitions in this format; what it has no place for is left out."""


@cache
def formats() -> dict[str, type[Format]]:
    """Every format by name, installed ones included."""
    return registry.load("toolwatch.sources.formats", Format, key="name", group="toolwatch.definition_formats")


def recognise(document: Json, *, where: str) -> Format:
    """The format of a document.

    Raises:
        ObservationError: it is of none that is known.
    """
    known = formats()
    for kind in sorted(known.values(), key=lambda kind: (kind.rank, kind.name)):
        if kind.recognises(document):
            return kind()
    raise ObservationError(
        f"{where}: holds no tool definitions in a known shape ({', '.join(known)}); if it is meant to hold none, leave "
        "it out (pre-commit: `exclude`)"
    )


def listed(document: Json) -> list[Json]:
    """The entries of a document that is an array, an object with ``tools``, or a single entry."""
    if isinstance(document, list):
        return document
    if isinstance(document, dict) and isinstance(document.get("tools"), list):
        found: list[Json] = document["tools"]
        return found
    return [document]


def renamed(entry: Json, names: Mapping[str, str]) -> Json:
    """An object with some fields under other names, in the same order; anything else as it is."""
    return {names.get(key, key): value for key, value in entry.items()} if isinstance(entry, dict) else entry


def carried(tool: Json, fields: frozenset[str]) -> dict[str, Any]:
    """The fields of a tool that a format has a place for; an empty object for what is no tool."""
    return {key: value for key, value in tool.items() if key in fields} if isinstance(tool, dict) else {}


NO_ARGUMENTS: Mapping[str, Any] = {"type": "object", "properties": {}}
"""The input schema of a tool that takes nothing, for formats where leaving it out says so."""
