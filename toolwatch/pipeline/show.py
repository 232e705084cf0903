"""``toolwatch show``: which commits had a list or a tool with a digest, and what a model saw then."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Tool
from toolwatch.pipeline.editions import Edition, editions, read
from toolwatch.snapshot.commits import Commit
from toolwatch.snapshot.lookup import WHAT, Match, hex_of, matches
from toolwatch.snapshot.summary import counted


@dataclass(frozen=True, slots=True)
class Sighting:
    """One list that has, or had, what was looked for."""

    server: str
    path: str
    now: bool
    """Whether the file in the working tree has it."""
    brought: tuple[Commit, ...] = ()
    """Commits after which the list had it, newest first."""
    ended: tuple[Commit, ...] = ()
    """Commits after which it had it no more."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What has the digest, where it was seen, and the tools as a model saw them."""

    match: Match
    sightings: tuple[Sighting, ...]
    tools: tuple[Tool, ...]


@dataclass(slots=True)
class _Trail:
    server: str
    now: bool = False
    brought: list[Commit] = field(default_factory=list)
    ended: list[Commit] = field(default_factory=list)


def show(settings: Settings, written: str) -> Shown:
    """Look for a digest in the working tree and in the whole history, all branches included.

    Raises:
        UsageError: it is no digest, or an abbreviation of several.
        ObservationError: nothing has it; the text says how much was looked through.
    """
    digits = hex_of(written)
    found: dict[Match, Snapshot] = {}
    trails: dict[str, _Trail] = {}
    looked = 0
    for path, snapshot in _working_tree(settings):
        looked += 1
        hits = matches(snapshot, digits)
        found |= dict.fromkeys(hits, snapshot)
        if hits:
            trails[path] = _Trail(snapshot.server, now=True)
    trouble = ""
    try:
        for edition in editions(settings, everywhere=True):
            looked += 1
            found |= _follow(edition, digits, trails)
    except ObservationError as error:
        trouble = str(error)
    if not found:
        more = f"; the history could not be read: {trouble}" if trouble else ""
        raise ObservationError(f"no list or tool has the digest {digits}, in {counted(looked, 'edition')}{more}")
    match = _only(found, digits)
    snapshot = found[match]
    tools = tuple(tool for tool in snapshot.tools if match.tool in ("", tool.name))
    sightings = (Sighting(t.server, path, t.now, tuple(t.brought), tuple(t.ended)) for path, t in trails.items())
    return Shown(match, tuple(sorted(sightings, key=lambda one: (one.server, one.path))), tools)


def _working_tree(settings: Settings) -> Iterator[tuple[str, Snapshot]]:
    folder = settings.root / settings.snapshots
    files = {path.relative_to(settings.root).as_posix(): "" for path in sorted(folder.rglob("*.json"))}
    files |= {server.file: name for name, server in settings.servers.items() if server.file is not None}
    for file, name in files.items():
        path = settings.root / file
        if path.is_file():
            yield file, read(path.read_text(encoding="utf-8", errors="replace"), file, name)


def _follow(edition: Edition, digits: str, trails: dict[str, _Trail]) -> dict[Match, Snapshot]:
    found: dict[Match, Snapshot] = {}
    had, has = (matches(snapshot, digits) if snapshot else () for snapshot in (edition.before, edition.after))
    for snapshot, hits in ((edition.before, had), (edition.after, has)):
        if snapshot is not None:
            found |= dict.fromkeys(hits, snapshot)
    if had or has:
        some = edition.after or edition.before
        assert some is not None
        trail = trails.setdefault(edition.path, _Trail(some.server))
        if has and not had:
            trail.brought.append(edition.touch.commit)
        elif had and not has:
            trail.ended.append(edition.touch.commit)
    return found


def _only(found: dict[Match, Snapshot], digits: str) -> Match:
    """The one thing that was meant: of what shares a digest the widest, and never a guess between two digests."""
    different = sorted({match.digest for match in found})
    if len(different) > 1:
        listed = ", ".join(different[:4])
        raise UsageError(f"{digits} is short for {len(different)} digests: {listed}")
    return min(found, key=lambda match: (WHAT.index(match.what), match.tool))
