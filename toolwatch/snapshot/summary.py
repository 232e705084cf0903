"""What differs between two snapshots of one server, in one line: names only, judged by digests."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolwatch.model.inert import one_line
from toolwatch.model.snapshot import Snapshot, ToolDigests
from toolwatch.snapshot import masks, store

_MOST_NAMES = 6
_FIELDS = {
    "description": "description",
    "input_schema": "input schema",
    "output_schema": "output schema",
    "annotations": "annotations",
}


def same(before: Snapshot, after: Snapshot) -> bool:
    """Whether both say the same, volatile text masked; noise on stdout is no part of what a server says."""
    return _settled(before) == _settled(after)


def summary(before: Snapshot, after: Snapshot) -> str:
    """Say what differs, shortest first: tools added, removed, changed, and what lies beside them; empty for nothing."""
    old, new = before.tool_digests, after.tool_digests
    changed = [name for name in sorted(old.keys() & new.keys()) if old[name].whole != new[name].whole]
    parts = [
        *_named("added", sorted(new.keys() - old.keys())),
        *_named("removed", sorted(old.keys() - new.keys())),
        *_named("changed", changed),
    ]
    if before.digests.as_sent != after.digests.as_sent and before.digests.as_set == after.digests.as_set:
        parts.append("order of the list" if _reordered(before, after) else "only how text is typed")
    parts += _beside(before, after)
    return "; ".join(parts)


def fields(before: ToolDigests, after: ToolDigests) -> tuple[str, ...]:
    """Which parts of a tool differ, in words; ``other fields`` where it is none of those with a digest of their own."""
    named = tuple(words for name, words in _FIELDS.items() if getattr(before, name) != getattr(after, name))
    return named or (("other fields",) if before.whole != after.whole else ())


def counted(number: int, noun: str) -> str:
    """``1 tool``, ``2 tools``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _settled(snapshot: Snapshot) -> str:
    listing = masks.masked(snapshot.listing, snapshot.volatile)
    quiet = replace(listing, coverage=replace(listing.coverage, noise=()), target="")
    return store.dumps(replace(snapshot, listing=quiet, volatile=()))


def _named(what: str, names: Sequence[str]) -> Iterator[str]:
    if not names:
        return
    shown = ", ".join(one_line(name, 60) for name in names[:_MOST_NAMES])
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    yield f"{len(names)} {what} ({shown}{more})"


def _reordered(before: Snapshot, after: Snapshot) -> bool:
    old, new = ([tool.name for tool in snapshot.tools] for snapshot in (before, after))
    return old != new and Counter(old) == Counter(new)


def _beside(before: Snapshot, after: Snapshot) -> Iterator[str]:
    old, new = (masks.masked(snapshot.listing, snapshot.volatile) for snapshot in (before, after))
    versions = [listing.server_info.get("version") for listing in (old, new)]
    if versions[0] != versions[1]:
        yield f"server version {one_line(str(versions[0]), 30)} to {one_line(str(versions[1]), 30)}"
    for name in ("instructions", "prompts", "resources", "resource_templates", "capabilities", "protocol_version"):
        if getattr(old, name) != getattr(new, name):
            yield name.replace("_", " ")
    if old.identity != new.identity:
        yield "how it was started"
    if old.coverage.completeness != new.coverage.completeness:
        yield f"seen {old.coverage.completeness} before, {new.coverage.completeness} now"
