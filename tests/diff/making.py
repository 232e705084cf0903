"""Snapshots made by hand."""

from collections.abc import Mapping
from typing import Any

from toolwatch.diff.base import CompatRule
from toolwatch.diff.engine import rules
from toolwatch.diff.judge import Ruling, judge
from toolwatch.diff.schema.documents import Document
from toolwatch.model.change import Compat, Side
from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import ServerDigests, Snapshot, Tombstone, Volatile
from toolwatch.model.tool import Tool


def snapshot(said: Mapping[str, Any], *, server: str = "shop", volatile: tuple[Volatile, ...] = ()) -> Snapshot:
    """A snapshot of what a server says, in the words of the wire."""
    listing = Listing(
        server,
        tools=tuple(Tool(tool) for tool in said["tools"]),
        prompts=tuple(said.get("prompts") or ()),
        resources=tuple(said.get("resources") or ()),
        resource_templates=tuple(said.get("resourceTemplates") or ()),
        instructions=said.get("instructions"),
        server_info=said.get("serverInfo") or {},
        protocol_version=said.get("protocolVersion"),
        capabilities=said.get("capabilities") or {},
    )
    stones = tuple(Tombstone(Tool(tool), "") for tool in said.get("tombstones", ()))
    return Snapshot(listing, ServerDigests("", ""), volatile=volatile, tombstones=stones)


def with_input(schema: Any) -> Snapshot:
    """A snapshot of one tool that takes this."""
    return snapshot({"tools": [{"name": "t", "inputSchema": schema}]})


def judged(before: Any, after: Any, side: Side = Side.INPUT) -> list[Ruling]:
    """The rulings on two schemas."""
    made = [rule() for rule in rules().values()]
    chosen = [rule for rule in made if isinstance(rule, CompatRule)]
    return judge(Document.of(before), Document.of(after), side, chosen)


def worst(rulings: list[Ruling]) -> Compat:
    """The worst verdict among rulings."""
    return min((compat for _, _, compat, _ in rulings), key=lambda one: one.rank, default=Compat.NONE)
