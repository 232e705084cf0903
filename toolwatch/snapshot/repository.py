"""Git, as far as snapshots need it: commands run where arguments cannot become options, failures in one line."""

import re
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from toolwatch.errors import ObservationError

_AT_ONCE = 32
_HASH = re.compile(r"[0-9a-f]{40,64}")


def git(root: Path, *arguments: str, stdin: BinaryIO | None = None, into: BinaryIO | None = None) -> bytes:
    """Run ``git ARGUMENTS`` in ``root`` and return its output, or write it ``into`` a file and return nothing.

    Raises:
        ObservationError: git is missing, ``root`` is in no repository, or the command failed.
    """
    try:
        from git import Git
        from git.exc import GitCommandError, GitCommandNotFound
    except ImportError:
        raise ObservationError("git is not installed, or not on the PATH") from None
    if not root.is_dir():
        raise ObservationError(f"{root}: is no folder")
    try:
        output = Git(str(root)).execute(
            ["git", "--no-pager", *arguments],
            istream=stdin,
            output_stream=into,
            stdout_as_string=False,
            strip_newline_in_stdout=False,
        )
    except GitCommandNotFound:
        raise ObservationError("git is not installed, or not on the PATH") from None
    except GitCommandError as error:
        raise ObservationError(_why(root, error.stderr)) from None
    except OSError as error:  # an argument longer than the system takes
        raise ObservationError(f"{root}: git cannot be run: {(error.strerror or str(error)).lower()}") from None
    except ValueError:  # an argument with a NUL in it
        raise ObservationError(f"{root}: git takes no argument with a zero byte") from None
    return output if isinstance(output, bytes) else b""


def commit_of(root: Path, ref: str) -> str:
    """The full hash of the commit that ``ref`` names.

    Raises:
        ObservationError: it names none; a shallow clone is said to be one.
    """
    found = _commit(root, ref) if ref.strip() else ""
    if _HASH.fullmatch(found):
        return found
    shallow = git(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
    hint = ": this clone is shallow, fetch its history (`git fetch --unshallow`)" if shallow else ""
    if not hint and "/" in ref:
        hint = ": a branch of another repository has to be fetched first (`git fetch`)"
    if ref == "HEAD":
        hint = ": commit first"
    raise ObservationError(f"{ref!r} names no commit in the repository of {root}{hint}")


def _commit(root: Path, ref: str) -> str:
    try:
        output = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    except ObservationError:
        return ""
    return output.strip().decode("ascii", "replace")


def prefix_of(root: Path) -> str:
    """Where ``root`` lies below the repository's top, with a slash at the end; empty for the top itself.

    Raises:
        ObservationError: it is in no repository.
    """
    return git(root, "rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").removesuffix("\n")


def blobs(root: Path, hashes: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The contents of blobs by hash, read some at a time; hashes that git does not have are left out."""
    waiting = iter(dict.fromkeys(hashes))
    while batch := list(islice(waiting, _AT_ONCE)):
        with tempfile.TemporaryFile() as wanted:
            wanted.write("".join(f"{one}\n" for one in batch).encode("ascii"))
            wanted.seek(0)
            output = git(root, "cat-file", "--batch", stdin=wanted)
        position = 0
        for one in batch:
            end = output.index(b"\n", position)
            words = output[position:end].split()
            position = end + 1
            if len(words) == 3 and words[1] == b"blob":
                size = int(words[2])
                yield one, output[position : position + size]
                position += size + 1


def _why(root: Path, stderr: str | bytes | None) -> str:
    text = stderr.decode("utf-8", "replace") if isinstance(stderr, bytes) else stderr or ""
    text = text.strip().removeprefix("stderr:").strip().strip("'\n ").strip()
    if "not a git repository" in text:
        return f"{root}: is not in a git repository: `git init` it and commit first"
    first = text.partition("\n")[0].removeprefix("fatal: ")
    return f"{root}: git says: {first or 'nothing, and failed'}"
