"""What the kept snapshot of a server remembers, for a list that was read from elsewhere."""

from dataclasses import replace
from pathlib import Path

from toolwatch.config.settings import Settings
from toolwatch.errors import NotAtRef, ObservationError
from toolwatch.model.snapshot import Snapshot
from toolwatch.snapshot import history, store


def with_tombstones(before: Snapshot, settings: Settings, *, ref: str = "") -> Snapshot:
    """Return ``before`` with the tombstones of its server's kept snapshot, where it has none itself.

    A definition file holds living tools only; that one of them was there before, and is back with another text, is
    known from the snapshot beside it.

    Args:
        before: the earlier list.
        settings: the configuration.
        ref: the git ref at which the snapshot is read; empty reads the working tree.

    Raises:
        ObservationError: the snapshot is there and cannot be read, or the ref names no commit.
    """
    if before.tombstones:
        return before
    found = kept(store.path_of(Path(settings.snapshots), before.server, before.variant), settings, ref)
    living = {tool.name for tool in before.tools}
    stones = found.tombstones if found else ()
    return replace(before, tombstones=tuple(stone for stone in stones if stone.tool.name not in living))


def kept(path: Path, settings: Settings, ref: str) -> Snapshot | None:
    """The snapshot at ``path`` (as seen from the configuration's folder), in the working tree or at ``ref``.

    Raises:
        ObservationError: it is there and cannot be read, or the ref names no commit.
    """
    if not ref:
        whole = settings.root / path
        return store.read(whole) if whole.is_file() else None
    try:
        text = history.read_at(settings.root, ref, path.as_posix())
    except NotAtRef:
        return None
    if not store.names_snapshot(text):
        raise ObservationError(f"{path}@{ref}: is no toolwatch snapshot")
    return store.loads(text, where=f"{path}@{ref}")
