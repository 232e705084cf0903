"""Git, as far as snapshots need it: commands run where arguments cannot become options, failures in one line."""

import re
from collections.abc import Sequence
from pathlib import Path

from toolwatch.errors import ObservationError

_HASH = re.compile(r"[0-9a-f]{40,64}")


def git(root: Path, *arguments: str) -> bytes:
    """Run ``git ARGUMENTS`` in ``root`` and return its output.

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
            ["git", "--no-pager", *arguments], stdout_as_string=False, strip_newline_in_stdout=False
        )
    except GitCommandNotFound:
        raise ObservationError("git is not installed, or not on the PATH") from None
    except GitCommandError as error:
        raise ObservationError(_why(root, error.stderr)) from None
    except ValueError:  # an argument with a NUL in it
        raise ObservationError(f"{root}: git takes no argument with a zero byte") from None
    assert isinstance(output, bytes)
    return output


def commit_of(root: Path, ref: str) -> str:
    """The full hash of the commit that ``ref`` names.

    Raises:
        ObservationError: it names none; a shallow clone is said to be one.
    """
    shallow = git(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
    try:
        found = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").strip().decode()
    except ObservationError:
        found = ""
    if ref.strip() and _HASH.fullmatch(found):
        return found
    hint = ": this clone is shallow, fetch its history (`git fetch --unshallow`)" if shallow else ""
    raise ObservationError(f"{ref!r} names no commit in the repository of {root}{hint}")


def lines(output: bytes) -> Sequence[str]:
    """The non-empty lines of a command's output."""
    return [line for line in output.decode("utf-8", "replace").split("\n") if line]


def _why(root: Path, stderr: str | bytes | None) -> str:
    text = stderr.decode("utf-8", "replace") if isinstance(stderr, bytes) else stderr or ""
    text = text.strip().removeprefix("stderr:").strip().strip("'\n ").strip()
    if "not a git repository" in text:
        return f"{root}: is not in a git repository"
    first = text.partition("\n")[0].removeprefix("fatal: ")
    return f"{root}: git says: {first or 'nothing, and failed'}"
