"""What files held at a git ref, read from the repository's objects; the working tree is never touched."""

import posixpath
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from toolwatch.errors import NotAtRef, ObservationError
from toolwatch.snapshot.repository import commit_of, git, prefix_of

_LFS = b"version https://git-lfs.github.com/spec/"


def read_at(root: Path, ref: str, path: str) -> str:
    """The text of a file at a git ref; ``path`` is relative to ``root``, a folder of the repository.

    Raises:
        NotAtRef: the ref has no such file, or the path leads out of the repository.
        ObservationError: no repository, no such ref, or not UTF-8 text.
    """
    place = _relative(root, path)
    commit = commit_of(root, ref)
    try:
        blob = git(root, "cat-file", "blob", f"{commit}:./{place}")
    except ObservationError:
        raise NotAtRef(f"{path}: is not a file at {ref!r}") from None
    if blob.startswith(_LFS):
        raise ObservationError(f"{path}: is kept in Git LFS, only a pointer to it is at {ref!r}")
    try:
        return blob.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ObservationError(f"{path}: is not UTF-8 at {ref!r}, byte {error.start}") from None


def files_at(root: Path, ref: str, folder: str = ".") -> tuple[str, ...]:
    """The paths, relative to ``root``, of the files below ``folder`` at a git ref; none where it has no such folder.

    Raises:
        ObservationError: no repository, or no such ref.
    """
    commit = commit_of(root, ref)
    place = _relative(root, folder)
    if ".." in place.split("/") and is_outside(prefix_of(root), place):
        return ()
    output = git(root, "ls-tree", "-r", "-z", "--name-only", commit, "--", f":(literal){place}")
    return tuple(sorted(name.decode("utf-8", "surrogateescape") for name in output.split(b"\0") if name))


def moved_from(root: Path, ref: str, path: str) -> str:
    """Where a file that is here now was at a git ref, by what it holds, relative to ``root``; empty where nowhere.

    Git takes two files for one where at least half of it is the same and the old place is empty.

    Raises:
        ObservationError: no repository, or no such ref.
    """
    commit, prefix = commit_of(root, ref), prefix_of(root)
    try:
        wanted = posixpath.normpath(posixpath.join(prefix, _relative(root, path)))
    except NotAtRef:
        return ""
    fields = git(root, "diff-index", "-M", "--diff-filter=R", "--name-status", "-z", commit).split(b"\0")
    names = [name.decode("utf-8", "surrogateescape") for name in fields]
    moved = dict(zip(names[2::3], names[1::3], strict=False))
    return posixpath.relpath(moved[wanted], prefix or ".") if wanted in moved else ""


def archive_at(root: Path, ref: str, into: Path, *, only: str = "") -> Path:
    """Unpack the whole repository as of a git ref below ``into``; returns the folder there that stands for ``root``.

    ``only`` is a folder, relative to ``root``, that must be there at the ref; what lies outside it is left out.

    Links that lead out of the folder are left out, and nothing is written outside it.

    Raises:
        ObservationError: no repository, or no such ref.
    """
    commit = commit_of(root, ref)
    prefix = prefix_of(root)
    top = Path(git(root, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").strip("\n"))
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile() as packed:
        path = posixpath.normpath(posixpath.join(prefix, only)) if only else ""
        git(top, "archive", "--format=tar", commit, *(["--", f":(literal){path}"] if path else []), into=packed)
        packed.seek(0)
        with tarfile.open(fileobj=packed) as archive:
            archive.extraction_filter = lambda member, folder: member
            archive.extractall(into, members=_inside(archive, into))
    return into / prefix


def _inside(archive: tarfile.TarFile, folder: Path) -> Iterator[tarfile.TarInfo]:
    """The members that may be unpacked, judged one by one as the folder fills."""
    for member in archive:
        if not hasattr(tarfile, "data_filter"):  # before Python 3.11.4: plain files and folders only
            if (member.isreg() or member.isdir()) and ".." not in Path(member.name).parts:
                yield member
            continue
        try:
            yield tarfile.data_filter(member, str(folder))
        except tarfile.FilterError:
            continue


def _relative(root: Path, path: str) -> str:
    given = Path(path)
    if not given.is_absolute():
        return given.as_posix()
    try:
        return given.relative_to(root.resolve()).as_posix()
    except ValueError:
        raise NotAtRef(f"{path}: lies outside {root}") from None


def is_outside(prefix: str, path: str) -> bool:
    """Whether a path that starts from the folder ``prefix`` of a repository leads out of the repository."""
    place = posixpath.normpath(posixpath.join(prefix, path))
    return place.startswith(("/", "../")) or place == ".."
