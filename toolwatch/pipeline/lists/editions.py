"""Every edition of a tool list that git remembers: kept snapshots, and the definition files of configured servers."""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.errors import ObservationError
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.snapshot import Snapshot
from toolwatch.snapshot import history, repository, store, take
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
    """Where tool lists are kept in a repository; paths are relative to its top but for ``paths``."""

    root: Path
    paths: tuple[str, ...]
    """Files and folders, relative to ``root``."""
    snapshots: str
    files: Mapping[str, str] = field(default_factory=dict)
    """Server name by the path of its definition file."""
    folders: Mapping[str, str] = field(default_factory=dict)
    """Server name by the folder below which its definitions lie, one or more a file."""
    prefix: str = ""
    """Of ``root``."""

    @classmethod
    def of(cls, settings: Settings) -> "Kept":
        """What the configuration says.

        Raises:
            ObservationError: its folder is in no repository.
        """
        prefix = repository.prefix_of(settings.root)
        given = {
            name: server.file
            for name, server in settings.servers.items()
            if server.file is not None and not history.is_outside(prefix, server.file)
        }
        many = {name: _fixed(file) for name, file in given.items() if _is_many(settings.root, file)}
        single = {name: file.partition("#")[0] for name, file in given.items() if name not in many}
        top = {name: posixpath.normpath(posixpath.join(prefix, file)) for name, file in (many | single).items()}
        return cls(
            settings.root,
            (settings.snapshots, *sorted({*many.values(), *single.values()})),
            posixpath.normpath(posixpath.join(prefix, settings.snapshots)),
            files={top[name]: name for name in single},
            folders={top[name]: name for name in many},
            prefix=prefix,
        )

    def is_file(self, path: str) -> bool:
        """Whether a path is by itself a whole list."""
        return path in self.files or (path.startswith(f"{self.snapshots}/") and path.endswith(".json"))

    def folder_of(self, path: str) -> str:
        """The folder of definitions that a path lies in, or an empty string."""
        return next((folder for folder in self.folders if folder == "." or path.startswith(f"{folder}/")), "")

    def shown(self, path: str) -> str:
        """A path as seen from ``root``."""
        return posixpath.relpath(path, self.prefix or ".")


def editions(settings: Settings, *, ref: str = "HEAD", everywhere: bool = False) -> Iterator[Edition]:
    """Every commit that changed a list, newest first; a batch is read and parsed as the caller goes on.

    Raises:
        ObservationError: no repository, or ``ref`` names no commit.
    """
    kept = Kept.of(settings)
    found = touches(kept.root, kept.paths, ref=ref, everywhere=everywhere)
    parsed: dict[tuple[str, str], Snapshot] = {}
    seen: set[tuple[str, str]] = set()
    for start in range(0, len(found), _AT_ONCE):
        some = found[start : start + _AT_ONCE]
        whole = [one for one in some if kept.is_file(one.path)]
        parsed = _parsed(kept, {(blob, one.path) for one in whole for blob in (one.before, one.after) if blob}, parsed)
        for one in some:
            folder = kept.folder_of(one.path)
            if kept.is_file(one.path):
                before, after = (parsed[blob, one.path] if blob else None for blob in (one.before, one.after))
                yield Edition(one, kept.shown(one.path), before, after)
            elif folder and (one.commit.hash, folder) not in seen:
                seen.add((one.commit.hash, folder))
                name = kept.folders[folder]
                before, after = (_at(name, ref, settings) for ref in (f"{one.commit.hash}^", one.commit.hash))
                yield Edition(one, kept.shown(folder), before, after)


def read(text: str, path: str, server: str = "") -> Snapshot:
    """One edition from the text of its file; what cannot be read is a failed snapshot that says why."""
    name = server or Path(path).stem
    try:
        if store.names_snapshot(text):
            return store.loads(text, where=path)
        from toolwatch.sources import engine

        observed = engine.fetch_now(Place(name, path, path=Path(path), texts=((path, text),)))
        return take(observed.listing, volatile=observed.volatile)
    except ObservationError as error:
        return take(Listing(name, coverage=Coverage(failure=str(error)), target=path))


def _at(name: str, ref: str, settings: Settings) -> Snapshot | None:
    """A server whose definitions are many files, as of a commit; None where it had none."""
    from toolwatch.pipeline.lists.observe import observe
    from toolwatch.pipeline.lists.targets import Target

    try:
        return observe(Target(name, ref=ref), settings)
    except ObservationError:
        return None


def _fixed(pattern: str) -> str:
    """The folder that a pattern or a folder's path starts with."""
    parts = pattern.split("/")
    first = next((index for index, part in enumerate(parts) if any(sign in part for sign in "*?[")), len(parts))
    return "/".join(parts[:first]) or "."


def _is_many(root: Path, file: str) -> bool:
    return any(sign in file for sign in "*?[") or (root / file).is_dir()


def _parsed(
    kept: Kept, wanted: set[tuple[str, str]], earlier: Mapping[tuple[str, str], Snapshot]
) -> dict[tuple[str, str], Snapshot]:
    """Read blobs, those left from the batch before excepted; one that git has not reads as an empty file."""
    missing = sorted(wanted - earlier.keys())
    texts = {
        blob: data.decode("utf-8", "replace") for blob, data in repository.blobs(kept.root, (b for b, _ in missing))
    }
    fresh = {
        (blob, path): read(texts.get(blob, ""), kept.shown(path), kept.files.get(path, "")) for blob, path in missing
    }
    return fresh | {key: earlier[key] for key in wanted & earlier.keys()}
