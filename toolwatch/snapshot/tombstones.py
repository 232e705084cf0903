"""Removed tools are remembered, so that one that comes back different is seen as that and not as something new."""

from dataclasses import dataclass, replace

from toolwatch.model.listing import Completeness
from toolwatch.model.snapshot import Snapshot, Tombstone
from toolwatch.model.tool import Tool


@dataclass(frozen=True, slots=True)
class Returned:
    """A tool that was gone and is back."""

    tool: Tool
    before: Tool
    """As it was before it went."""
    same: bool
    """Whether it means what it meant then."""


def bury(before: Snapshot, after: Snapshot) -> Snapshot:
    """Return ``after`` with a tombstone for every tool that ``before``, or its tombstones, had and ``after`` has not.

    A list that was not wholly seen buries nobody: its tools may only seem gone.
    """
    stones = {stone.tool.name: stone for stone in before.tombstones}
    if after.coverage.completeness is Completeness.COMPLETE:
        stones |= {tool.name: Tombstone(tool, before.tool_digests[tool.name].whole) for tool in before.tools}
    living = {tool.name for tool in after.tools}
    kept = (stones[name] for name in sorted(stones) if name not in living)
    return replace(after, tombstones=tuple(kept))


def returned(before: Snapshot, after: Snapshot) -> tuple[Returned, ...]:
    """The tools of ``after`` that ``before`` had buried, by name."""
    stones = {stone.tool.name: stone for stone in before.tombstones}
    there = {tool.name for tool in before.tools}
    return tuple(
        Returned(tool, stones[name].tool, after.tool_digests[name].whole == stones[name].whole)
        for name, tool in sorted({tool.name: tool for tool in after.tools}.items())
        if name in stones and name not in there
    )


def tombstone(snapshot: Snapshot, name: str) -> Tombstone | None:
    """The tombstone of a tool, or None where no tool of that name was removed."""
    return next((stone for stone in snapshot.tombstones if stone.tool.name == name), None)
