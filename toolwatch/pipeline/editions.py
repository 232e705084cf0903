"""Every edition of a tool list that git remembers: kept snapshots, and the definition files of configured servers."""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.snapshot import Snapshot
from toolwatch.snapshot import repository, store, take
from toolwatch.snapshot.commits import Touch, touches
from toolwatch.sources.place import Place

_AT_ONCE = 32
"""Editions read and held at a time."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A commit that changed a tool list. ``None`` where the file was not there."""

    touch: Touch
    path: str
    """As seen from the configuration's folder."""
    before: Snapshot | None
    after: Snapshot | None


@dataclass(frozen=True, slots=True)
class Kept:
    """Where tool lists are kept in a repository."""

    root: Path
    paths: tuple[str, ...]
    """Files and folders, relative to ``root``."""
    servers: Mapping[str, str] = field(default_factory=dict)
    """Server name by the path of a definition file, relative to the repository's top."""
    prefix: str = ""
    """Of ``root`` below the repository's top."""

    @classmethod
    def of(cls, settings: Settings) -> "Kept":
        """What the configuration says.

        Raises:
            ObservationError: its folder is in no repository.
        """
        prefix = repository.prefix_of(settings.root)
        files = {name: server.file for name, server in settings.servers.items() if server.file is not None}
        servers = {posixpath.normpath(posixpath.join(prefix, file)): name for name, file in files.items()}
        return cls(settings.root, (settings.snapshots, *sorted(files.values())), servers, prefix)

    def holds(self, path: str) -> bool:
        """Whether a path, seen from the top, is one of a tool list."""
        return path in self.servers or path.endswith(".json")

    def shown(self, path: str) -> str:
        """A path seen from the top as seen from ``root``."""
        return posixpath.relpath(path, self.prefix or ".")


def editions(settings: Settings, *, ref: str = "HEAD", everywhere: bool = False) -> Iterator[Edition]:
    """Every commit that changed a list, newest first; blobs are read and parsed as the caller goes on.

    Raises:
        ObservationError: no repository, or ``ref`` names no commit.
    """
    kept = Kept.of(settings)
    found = [one for one in touches(kept.root, kept.paths, ref=ref, everywhere=everywhere) if kept.holds(one.path)]
    parsed: dict[tuple[str, str], Snapshot] = {}
    for start in range(0, len(found), _AT_ONCE):
        some = found[start : start + _AT_ONCE]
        parsed = _parsed(kept, {(blob, one.path) for one in some for blob in (one.before, one.after) if blob}, parsed)
        for one in some:
            before, after = (parsed[blob, one.path] if blob else None for blob in (one.before, one.after))
            yield Edition(one, kept.shown(one.path), before, after)


def read(text: str, path: str, server: str = "") -> Snapshot:
    """One edition from the text of its file; what cannot be read is a failed snapshot that says why."""
    name = server or Path(path).stem
    try:
        if store.names_snapshot(text):
            return store.loads(text, where=path)
        from toolwatch.sources import engine

        observed = engine.fetch_now(Place(name, path, path=Path(path), text=text))
        return take(observed.listing, volatile=observed.volatile)
    except ObservationError as error:
        return take(Listing(name, coverage=Coverage(failure=str(error)), target=path))


def _parsed(
    kept: Kept, wanted: set[tuple[str, str]], earlier: Mapping[tuple[str, str], Snapshot]
) -> dict[tuple[str, str], Snapshot]:
    """Read blobs, those left from the batch before excepted; one that git has not reads as an empty file."""
    missing = sorted(wanted - earlier.keys())
    texts = {
        blob: data.decode("utf-8", "replace") for blob, data in repository.blobs(kept.root, (b for b, _ in missing))
    }
    fresh = {
        (blob, path): read(texts.get(blob, ""), kept.shown(path), kept.servers.get(path, "")) for blob, path in missing
    }
    return fresh | {key: earlier[key] for key in wanted & earlier.keys()}
