"""Which commit a job on GitHub compares with, fetched where the checkout is too shallow to have it."""

from pathlib import Path

from toolwatch.errors import ObservationError
from toolwatch.github.event import Event
from toolwatch.snapshot.repository import git

DEPTHS = (50, 500, 5000)
"""How far back to look for where a branch left its base, before the whole history is fetched."""


def base_of(event: Event, root: Path) -> str:
    """The commit to compare with; an empty string where the event has none (a schedule, the first push of all).

    Of a pull request, whatever happened to it, it is the tip that was merged with, so that what others changed
    meanwhile is not shown as new: the checkout's first parent where that is the merge commit, else the commit where the
    branch left its base. Of a push it is the commit before; of a new branch, or one whose commit before is gone (a
    forced push), the commit where it left the default branch.

    Raises:
        ObservationError: the commit is not here and cannot be fetched; the text says what to do.
    """
    if event.number and event.base:
        parents = _parents(root)
        if event.head and len(parents) == 2 and parents[1] == event.head:
            return _here(root, parents[0])
        return _fork_point(root, _here(root, event.base))
    elsewhere = event.name == "push" and event.default_branch not in ("", event.branch)
    if event.base:
        try:
            return _here(root, event.base)
        except ObservationError:
            if not elsewhere:
                raise
    return _fork_point(root, _tip(root, event.default_branch)) if elsewhere else ""


def _parents(root: Path) -> list[str]:
    """Parents of the commit that is checked out, as it names them, a shallow clone's cut notwithstanding."""
    text = git(root, "cat-file", "-p", "HEAD").decode("utf-8", "replace")
    header = text.split("\n\n", 1)[0]
    return [line.removeprefix("parent ") for line in header.splitlines() if line.startswith("parent ")]


def _here(root: Path, sha: str) -> str:
    """``sha``, once it is in the repository."""
    if not _known(root, sha):
        _fetch(root, "--depth=1", "origin", sha, wanted=sha)
    return sha


def _tip(root: Path, branch: str) -> str:
    """The last commit of a branch of ``origin``."""
    try:
        found = git(root, "ls-remote", "--exit-code", "origin", f"refs/heads/{branch}")
    except ObservationError as error:
        raise ObservationError(
            f"the default branch, {branch}, which this push is compared with, cannot be had from origin ({error}): "
            "give the action a `base`"
        ) from None
    return _here(root, found.decode("utf-8", "replace").split()[0])


def _fork_point(root: Path, base: str) -> str:
    """Where the branch that is checked out left ``base``; history is fetched as far as it takes."""
    for depth in (None, *DEPTHS, 0):
        if depth is not None:
            more = (f"--depth={depth}",) if depth else ("--unshallow",)
            if _shallow(root):
                _fetch(root, *more, "origin", base, _head(root), wanted=base)
        try:
            return git(root, "merge-base", base, "HEAD").decode().strip()
        except ObservationError:
            if not _shallow(root):
                return base
    return base


def _head(root: Path) -> str:
    return git(root, "rev-parse", "HEAD").decode().strip()


def _shallow(root: Path) -> bool:
    return git(root, "rev-parse", "--is-shallow-repository").strip() == b"true"


def _known(root: Path, sha: str) -> bool:
    try:
        git(root, "cat-file", "-e", f"{sha}^{{commit}}")
    except ObservationError:
        return False
    return True


def _fetch(root: Path, *arguments: str, wanted: str) -> None:
    try:
        git(root, "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", *arguments)
    except ObservationError as error:
        raise ObservationError(
            f"the commit to compare with, {wanted[:12]}, is not in this checkout and cannot be fetched ({error}): "
            "give actions/checkout `fetch-depth: 0`, or the action a `base`"
        ) from None
