"""The snapshot file as it is written: a readable JSON document that names every field.

Tools stand sorted by name, so that a git diff shows a tool where it was; the order in which they were sent is a list of
its own. Inside ``raw`` everything is as it came over the wire, key order included, since a model reads that too.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.snapshot import ServerDigests, Snapshot, Tombstone, ToolDigests, Volatile
from toolwatch.model.tool import Json, Tool

SCHEMA_VERSION = 1
DOCUMENT = "toolwatch snapshot"

T = TypeVar("T")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SurfaceDocument(_Part):
    """``SurfaceCoverage`` on disk."""

    surface: Surface
    declared: bool
    listed: bool
    pages: int = 0
    items: int = 0
    refused: str = ""


class InvalidDocument(_Part):
    """``InvalidEntry`` on disk."""

    surface: Surface
    index: int
    reason: str
    raw: Json


class CoverageDocument(_Part):
    """``Coverage`` on disk; ``completeness`` is written for readers and worked out again when read."""

    completeness: str = ""
    surfaces: tuple[SurfaceDocument, ...] = ()
    invalid: tuple[InvalidDocument, ...] = ()
    duplicates: tuple[str, ...] = ()
    noise: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    failure: str = ""


class VolatileDocument(_Part):
    """``Volatile`` on disk."""

    path: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    shape: tuple[str, str]


class ServerDigestsDocument(_Part):
    """``ServerDigests`` on disk; worked out again when read."""

    as_set: str = ""
    as_sent: str = ""


class ToolDigestsDocument(_Part):
    """``ToolDigests`` on disk; worked out again when read."""

    name: str = ""
    description: str = ""
    input_schema: str = ""
    output_schema: str = ""
    annotations: str = ""
    whole: str = ""


class ToolDocument(_Part):
    """One tool: its digests and what came over the wire."""

    digests: ToolDigestsDocument = ToolDigestsDocument()
    raw: dict[str, Any]


class TombstoneDocument(_Part):
    """``Tombstone`` on disk."""

    whole: str
    raw: dict[str, Any]


class SnapshotDocument(_Part):
    """A whole snapshot file."""

    document: Literal["toolwatch snapshot"]
    schema_version: Literal[1]
    server: str
    variant: str = ""
    kind: str = ""
    target: str = ""
    digests: ServerDigestsDocument = ServerDigestsDocument()
    coverage: CoverageDocument = CoverageDocument()
    protocol_version: str | None = None
    server_info: dict[str, Any] = Field(default_factory=dict)
    capabilities: dict[str, Any] = Field(default_factory=dict)
    identity: dict[str, Any] = Field(default_factory=dict)
    instructions: str | None = None
    volatile: tuple[VolatileDocument, ...] = ()
    order: tuple[str, ...]
    tools: tuple[ToolDocument, ...]
    prompts: tuple[dict[str, Any], ...] = ()
    resources: tuple[dict[str, Any], ...] = ()
    resource_templates: tuple[dict[str, Any], ...] = ()
    tombstones: tuple[TombstoneDocument, ...] = ()


def of_snapshot(snapshot: Snapshot, digests: Sequence[ToolDigests]) -> dict[str, Json]:
    """Lay a snapshot out for writing; ``digests`` are those of its tools, in the order sent."""
    listing = snapshot.listing
    pairs = sorted(zip(listing.tools, digests, strict=True), key=lambda pair: pair[0].name)
    return {
        "document": DOCUMENT,
        "schema_version": SCHEMA_VERSION,
        "server": listing.server,
        "variant": snapshot.variant,
        "kind": listing.kind,
        "target": listing.target,
        "digests": _fields(snapshot.digests),
        "coverage": _coverage(listing.coverage),
        "protocol_version": listing.protocol_version,
        "server_info": dict(listing.server_info),
        "capabilities": dict(listing.capabilities),
        "identity": dict(sorted(listing.identity.items())),
        "instructions": listing.instructions,
        "volatile": [_fields(one) for one in sorted(snapshot.volatile, key=lambda one: (one.path, one.start))],
        "order": [tool.name for tool in listing.tools],
        "tools": [{"digests": _fields(own), "raw": dict(tool.raw)} for tool, own in pairs],
        "prompts": [dict(one) for one in listing.prompts],
        "resources": [dict(one) for one in listing.resources],
        "resource_templates": [dict(one) for one in listing.resource_templates],
        "tombstones": [
            {"whole": stone.whole, "raw": dict(stone.tool.raw)}
            for stone in sorted(snapshot.tombstones, key=lambda stone: stone.tool.name)
        ],
    }


def listing_of(document: SnapshotDocument) -> Listing:
    """The listing in a document.

    Raises:
        ValueError: ``order`` and ``tools`` do not name the same tools.
    """
    return Listing(
        server=document.server,
        tools=_ordered(document),
        prompts=document.prompts,
        resources=document.resources,
        resource_templates=document.resource_templates,
        instructions=document.instructions,
        server_info=document.server_info,
        protocol_version=document.protocol_version,
        capabilities=document.capabilities,
        coverage=_coverage_of(document.coverage),
        kind=document.kind,
        target=document.target,
        identity=document.identity,
    )


def volatile_of(document: SnapshotDocument) -> tuple[Volatile, ...]:
    """The volatile stretches in a document."""
    return tuple(Volatile(one.path, one.start, one.end, one.shape) for one in document.volatile)


def tombstones_of(document: SnapshotDocument) -> tuple[Tombstone, ...]:
    """The tombstones in a document."""
    return tuple(Tombstone(Tool(one.raw), one.whole) for one in document.tombstones)


def _ordered(document: SnapshotDocument) -> tuple[Tool, ...]:
    waiting: dict[str, deque[Tool]] = defaultdict(deque)
    for entry in document.tools:
        tool = Tool(entry.raw)
        waiting[tool.name].append(tool)
    for name in document.order:
        if not waiting[name]:
            raise ValueError(f"order: names {name!r}, which is not among the tools")
        waiting[name].append(waiting[name].popleft())
    if len(document.order) != len(document.tools):
        missing = [tool.name for tools in waiting.values() for tool in tools if tool.name not in document.order]
        raise ValueError(f"order: has {len(document.order)} names for {len(document.tools)} tools" + _naming(missing))
    return tuple(waiting[name].popleft() for name in document.order)


def _naming(missing: list[str]) -> str:
    return f", {missing[0]!r} is missing" if missing else ""


def _coverage(coverage: Coverage) -> dict[str, Json]:
    return {
        "completeness": coverage.completeness.value,
        "surfaces": [_fields(one) for one in coverage.surfaces],
        "invalid": [_fields(one) for one in coverage.invalid],
        "duplicates": list(coverage.duplicates),
        "noise": list(coverage.noise),
        "problems": list(coverage.problems),
        "failure": coverage.failure,
    }


def _coverage_of(document: CoverageDocument) -> Coverage:
    return Coverage(
        surfaces=tuple(SurfaceCoverage(**dict(one)) for one in document.surfaces),
        invalid=tuple(InvalidEntry(**dict(one)) for one in document.invalid),
        duplicates=document.duplicates,
        noise=document.noise,
        problems=document.problems,
        failure=document.failure,
    )


def _fields(noun: ServerDigests | ToolDigests | Volatile | SurfaceCoverage | InvalidEntry) -> dict[str, Json]:
    values = {name: getattr(noun, name) for name in type(noun).__slots__}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
