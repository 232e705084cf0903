"""Which commit a job compares with: full clones, shallow clones, merge commits, branches, and what cannot be had."""

import os
import subprocess
from pathlib import Path

import pytest

from toolwatch.errors import ObservationError
from toolwatch.github.event import Event
from toolwatch.pipeline.event_base import base_of


def git(folder: Path, *arguments: str) -> str:
    who = {f"GIT_{role}_{what}": "x@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    ran = subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.fixture
def history(tmp_path: Path) -> dict[str, str]:
    """main: a, b, c; a branch from a with two commits; their merge with c."""
    work = tmp_path / "work"
    work.mkdir()
    git(work, "init", "-q", "-b", "main")
    git(work, "config", "uploadpack.allowAnySHA1InWant", "true")
    commits = {}
    for name in ("a", "b", "c"):
        commits[name] = _commit(work, name)
    git(work, "checkout", "-q", "-b", "branch", commits["a"])
    commits["first"], commits["head"] = _commit(work, "first"), _commit(work, "head")
    git(work, "checkout", "-q", "--detach", commits["c"])
    git(work, "merge", "-q", "--no-ff", "-m", "merge", commits["head"])
    commits["merge"] = git(work, "rev-parse", "HEAD")
    git(work, "branch", "keep")
    return commits


def _commit(work: Path, name: str) -> str:
    (work / name).write_text(name)
    git(work, "add", "-A")
    git(work, "commit", "-q", "-m", name)
    return git(work, "rev-parse", "HEAD")


def clone(tmp_path: Path, sha: str, depth: int) -> Path:
    folder = tmp_path / "clone"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "remote", "add", "origin", (tmp_path / "work").as_uri())
    git(folder, "fetch", "-q", "--no-tags", *([f"--depth={depth}"] if depth else []), "origin", sha)
    git(folder, "checkout", "-q", "--detach", "FETCH_HEAD")
    return folder


@pytest.mark.parametrize("name", ["pull_request", "pull_request_target", "pull_request_review"])
@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize(
    ("checked_out", "expected"),
    [("merge", "c"), ("head", "a")],
    ids=["the merge commit: what it was merged with", "the branch: where it left main"],
)
def test_pull_requests(
    checked_out: str, expected: str, depth: int, name: str, history: dict[str, str], tmp_path: Path
) -> None:
    folder = clone(tmp_path, history[checked_out], depth)
    event = Event(name, "o/r", base=history["b"], head=history["head"], number=1)
    assert base_of(event, folder) == history[expected]
    git(folder, "cat-file", "-e", f"{history[expected]}^{{tree}}")


@pytest.mark.parametrize("name", ["push", "merge_group"])
def test_the_commit_before_is_fetched(name: str, history: dict[str, str], tmp_path: Path) -> None:
    folder = clone(tmp_path, history["c"], 1)
    assert base_of(Event(name, "o/r", base=history["a"]), folder) == history["a"]
    git(folder, "cat-file", "-e", history["a"])


@pytest.mark.parametrize("depth", [0, 1])
@pytest.mark.parametrize("before", ["", "e" * 40], ids=["a new branch", "a forced push over a commit that is gone"])
def test_a_push_without_a_commit_before_is_compared_with_the_default_branch(
    before: str, depth: int, history: dict[str, str], tmp_path: Path
) -> None:
    folder = clone(tmp_path, history["head"], depth)
    event = Event("push", "o/r", base=before, branch="branch", default_branch="main")
    assert base_of(event, folder) == history["a"]


@pytest.mark.parametrize("branch", ["main", ""])
def test_the_first_push_of_the_default_branch_has_no_base(branch: str, history: dict[str, str], tmp_path: Path) -> None:
    folder = clone(tmp_path, history["c"], 1)
    assert base_of(Event("push", "o/r", branch="main", default_branch=branch), folder) == ""


def test_a_default_branch_that_cannot_be_had_is_said(history: dict[str, str], tmp_path: Path) -> None:
    folder = clone(tmp_path, history["c"], 1)
    with pytest.raises(ObservationError, match="nowhere"):
        base_of(Event("push", "o/r", branch="branch", default_branch="nowhere"), folder)


def test_an_event_without_a_base_has_none(tmp_path: Path) -> None:
    assert base_of(Event("schedule", "o/r"), tmp_path) == ""


def test_what_cannot_be_fetched_is_said(history: dict[str, str], tmp_path: Path) -> None:
    folder = clone(tmp_path, history["c"], 1)
    with pytest.raises(ObservationError, match="fetch-depth: 0"):
        base_of(Event("push", "o/r", base="e" * 40), folder)
