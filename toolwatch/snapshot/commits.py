"""The commits that touched files, with the blobs before and after each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolwatch.snapshot.repository import commit_of, git

_FIELDS = "%H%n%an%n%ad%n%s"


@dataclass(frozen=True, slots=True)
class Commit:
    """Who committed what, and when: a day as ``YYYY-MM-DD``, in the author's own time zone."""

    hash: str
    author: str
    day: str
    subject: str


@dataclass(frozen=True, slots=True)
class Touch:
    """One file that a commit changed; a blob hash is empty where the file was not there."""

    commit: Commit
    path: str
    """Relative to the repository's top."""
    before: str
    after: str


def touches(root: Path, folders: Sequence[str], *, ref: str = "HEAD", everywhere: bool = False) -> tuple[Touch, ...]:
    """The changes that commits made to files, newest commit first.

    A merge counts only for files that it left different from all its parents.

    Args:
        root: a folder of the repository.
        folders: files and folders to look at, relative to ``root``.
        ref: where to start.
        everywhere: start from every ref instead.

    Raises:
        ObservationError: no repository, or ``ref`` names no commit.
    """
    start = ["--all"] if everywhere else [commit_of(root, ref)]
    pathspecs = [f":(literal){folder}" for folder in folders]
    output = git(
        root,
        "log",
        "-z",
        "-c",
        "--raw",
        "--no-abbrev",
        "--no-renames",
        "--no-relative",
        "--no-show-signature",
        "--no-color",
        "--date=format:%Y-%m-%d",
        f"--format={_FIELDS}",
        *start,
        "--",
        *pathspecs,
    )
    return tuple(_parse(output.decode("utf-8", "replace").split("\0")))


def _parse(tokens: Sequence[str]) -> Iterator[Touch]:
    commit: Commit | None = None
    index = 0
    while index < len(tokens):
        token = tokens[index].lstrip("\n")
        index += 1
        if token.startswith(":") and commit is not None:
            yield _touch(commit, token, tokens[index])
            index += 1
        elif token:
            commit = Commit(*(token.split("\n") + [""] * 4)[:4])


def _touch(commit: Commit, entry: str, path: str) -> Touch:
    parents = len(entry) - len(entry.lstrip(":"))
    hashes = entry.lstrip(":").split(" ")[parents + 1 : 2 * parents + 2]
    before, after = (value if value.strip("0") else "" for value in (hashes[0], hashes[-1]))
    return Touch(commit, path, before, after)
