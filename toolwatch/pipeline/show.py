"""``toolwatch show``: which commits had a list or a tool with a digest, and what a model saw then."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError, UsageError
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Tool
from toolwatch.pipeline.lists.editions import Edition, editions, read
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


def show(settings: Settings, written: str) -> Shown:
    """Look for a digest in the working tree and in the whole history, all branches included.

    Raises:
        UsageError: it is no digest, or an abbreviation of several.
        ObservationError: nothing has it; the text says how much was looked through.
    """
    search = _Search(hex_of(written))
    for path, snapshot in _working_tree(settings):
        search.look_now(path, snapshot)
    trouble = ""
    try:
        for edition in editions(settings, everywhere=True):
            search.look_back(edition)
    except ObservationError as error:
        trouble = f"; the history could not be read: {error}"
    if not search.found:
        looked = counted(search.looked, "edition")
        raise ObservationError(f"no list or tool has the digest {search.digits}, in {looked}{trouble}")
    match = _only(search.found, search.digits)
    tools = tuple(tool for tool in search.found[match].tools if match.tool in ("", tool.name))
    return Shown(match, search.sightings(), tools)


@dataclass(slots=True)
class _Trail:
    server: str
    now: bool = False
    brought: list[Commit] = field(default_factory=list)
    ended: list[Commit] = field(default_factory=list)


@dataclass(slots=True)
class _Search:
    """What was found on the way; of each thing the newest snapshot that has it."""

    digits: str
    found: dict[Match, Snapshot] = field(default_factory=dict)
    trails: dict[str, _Trail] = field(default_factory=dict)
    looked: int = 0

    def look_now(self, path: str, snapshot: Snapshot) -> None:
        self.looked += 1
        if self._hits(snapshot):
            self.trails[path] = _Trail(snapshot.server, now=True)

    def look_back(self, edition: Edition) -> None:
        self.looked += 1
        has, had = self._hits(edition.after), self._hits(edition.before)
        either = edition.after or edition.before
        if either is None or not (has or had):
            return
        trail = self.trails.setdefault(edition.path, _Trail(either.server))
        if has and not had:
            trail.brought.append(edition.touch.commit)
        elif had and not has:
            trail.ended.append(edition.touch.commit)

    def sightings(self) -> tuple[Sighting, ...]:
        seen = (Sighting(t.server, path, t.now, tuple(t.brought), tuple(t.ended)) for path, t in self.trails.items())
        return tuple(sorted(seen, key=lambda one: (one.server, one.path)))

    def _hits(self, snapshot: Snapshot | None) -> bool:
        if snapshot is None:
            return False
        hits = matches(snapshot, self.digits)
        self.found = {**dict.fromkeys(hits, snapshot), **self.found}
        return bool(hits)


def _working_tree(settings: Settings) -> Iterator[tuple[str, Snapshot]]:
    folder = settings.root / settings.snapshots
    files = {path.relative_to(settings.root).as_posix(): "" for path in sorted(folder.rglob("*.json"))}
    files |= {server.file: name for name, server in settings.servers.items() if server.file is not None}
    for file, name in files.items():
        path = settings.root / file
        if path.is_file():
            yield file, read(path.read_text(encoding="utf-8", errors="replace"), file, name)


def _only(found: dict[Match, Snapshot], digits: str) -> Match:
    """The one thing that was meant: of what shares a digest the widest, and never a guess between two digests."""
    different = sorted({match.digest for match in found})
    if len(different) > 1:
        listed = ", ".join(different[:4])
        raise UsageError(f"{digits} is short for {len(different)} digests: {listed}")
    return min(found, key=lambda match: (WHAT.index(match.what), match.tool))
