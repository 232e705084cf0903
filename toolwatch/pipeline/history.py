"""``toolwatch log``: who changed what in the tool lists, commit by commit."""

from collections.abc import Iterator
from dataclasses import dataclass

from toolwatch.config.settings import Settings
from toolwatch.errors import UsageError
from toolwatch.model.inert import one_line
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists.editions import Edition, editions
from toolwatch.snapshot.commits import Commit
from toolwatch.snapshot.summary import counted, fields, summary


@dataclass(frozen=True, slots=True)
class Entry:
    """One list in one commit, and what changed in it."""

    commit: Commit
    server: str
    path: str
    what: tuple[str, ...]


def log(settings: Settings, *, tool: str = "", server: str = "", ref: str = "HEAD") -> tuple[Entry, ...]:
    """The commits that changed tool lists, newest first.

    Args:
        settings: the configuration.
        tool: only what concerns the tool of that name, in more detail.
        server: only lists of the server of that name.
        ref: where to start.

    Raises:
        UsageError: the history knows no such tool or server.
        ObservationError: no repository, or ``ref`` names no commit.
    """
    known: set[str] = set()
    entries: list[Entry] = []
    for edition in editions(settings, ref=ref):
        name = _server(edition)
        known |= _tools(edition) if tool else {name}
        if server and name != server:
            continue
        what = tuple(_of_tool(edition, tool) if tool else _of_list(edition))
        if what:
            entries.append(Entry(edition.touch.commit, name, edition.path, what))
    if not entries and (tool or server):
        raise UsageError(_unknown(tool or server, "tool" if tool else "server", known))
    return tuple(entries)


def _of_list(edition: Edition) -> Iterator[str]:
    before, after = edition.before, edition.after
    if after is None:
        yield "no longer kept"
    elif after.coverage.failure:
        yield f"cannot be read: {after.coverage.failure}"
    elif before is None or before.coverage.failure:
        yield f"{'first kept' if before is None else 'can be read again'}, {counted(len(after.tools), 'tool')}"
    else:
        yield summary(before, after) or "nothing that a model or a caller would notice"


def _of_tool(edition: Edition, name: str) -> Iterator[str]:
    before, after = (_with(snapshot, name) for snapshot in (edition.before, edition.after))
    if before is None and after is None:
        return
    if after is None:
        yield "removed"
    elif before is None:
        yield "added" if edition.before is not None else "first kept"
    else:
        what = fields(before.tool_digests[name], after.tool_digests[name])
        if what:
            yield f"changed: {', '.join(what)}"
            yield from _changes(before, after, name)


def _with(snapshot: Snapshot | None, name: str) -> Snapshot | None:
    return snapshot if snapshot is not None and name in snapshot.tool_digests else None


def _changes(before: Snapshot, after: Snapshot, name: str) -> Iterator[str]:
    """What the comparison says of one tool, other tools left out of it."""
    from toolwatch import diff

    for change in diff.compare(before, after):
        if change.tool == name:
            yield f"{change.code} {change.compat}: {one_line(change.message, 200)}"


def _server(edition: Edition) -> str:
    snapshot = edition.after or edition.before
    assert snapshot is not None, "a commit that touched a file left it or found it"
    return snapshot.server


def _tools(edition: Edition) -> set[str]:
    return {name for snapshot in (edition.before, edition.after) if snapshot for name in snapshot.tool_digests}


def _unknown(name: str, noun: str, known: set[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(known), n=3)
    hint = f": did you mean {', '.join(near)}?" if near else ""
    return f"no list in the history has a {noun} {one_line(name, 80)!r}{hint}"
