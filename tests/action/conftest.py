"""A repository on GitHub, its checkouts, and a runner with toolwatch installed by the Action's own steps."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.action.runner import Ran, Runner
from tests.conftest import ROOT
from tests.github.fake import REPOSITORY, Fake, serve

EXAMPLE = ROOT / "suites" / "helpdesk"


@pytest.fixture
def github() -> Iterator[Fake]:
    with serve(Fake()) as fake:
        yield fake
    assert fake.wrong == []


@pytest.fixture(scope="session")
def runner_temp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for the session, as on a machine that is kept: the second job finds toolwatch installed."""
    return tmp_path_factory.mktemp("runner")


@dataclass
class Origin:
    """The repository that everybody pushes to; it serves any commit, as GitHub does."""

    bare: Path
    work: Path

    def git(self, *arguments: str) -> str:
        return git(self.work, *arguments)

    def commit(self, message: str) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    def push(self, branch: str) -> None:
        self.git("push", "-q", "-f", "origin", f"HEAD:refs/heads/{branch}")

    def merge(self, base: str, head: str) -> str:
        """The commit that GitHub makes to try a pull request."""
        self.git("checkout", "-q", "--detach", base)
        self.git("merge", "-q", "--no-ff", "-m", "merge", head)
        self.git("push", "-q", "-f", "origin", "HEAD:refs/pull/7/merge")
        return self.git("rev-parse", "HEAD")

    def checkout(self, folder: Path, sha: str, *, depth: int = 1) -> Path:
        """What actions/checkout leaves."""
        folder.mkdir()
        git(folder, "init", "-q")
        git(folder, "remote", "add", "origin", self.bare.as_uri())
        git(folder, "fetch", "-q", "--no-tags", *([f"--depth={depth}"] if depth else []), "origin", sha)
        git(folder, "checkout", "-q", "--detach", "FETCH_HEAD")
        return folder


def git(folder: Path, *arguments: str) -> str:
    who = {f"GIT_{role}_{what}": "x@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    ran = subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.fixture
def origin(tmp_path: Path) -> Origin:
    """A repository with the help-desk example on main."""
    bare, work = tmp_path / "origin.git", tmp_path / "work"
    git(tmp_path, "init", "-q", "--bare", str(bare))
    git(bare, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(tmp_path, "init", "-q", "-b", "main", str(work))
    made = Origin(bare, work)
    made.git("remote", "add", "origin", bare.as_uri())
    shutil.copytree(EXAMPLE, work / "suites" / "helpdesk", ignore=shutil.ignore_patterns("__pycache__", "edits"))
    _trim(work / "suites" / "helpdesk" / "suite.yaml")
    (work / "toolwatch.toml").write_text('[servers.helpdesk]\nfile = "suites/helpdesk/tools.json"\n')
    made.commit("start")
    made.push("main")
    return made


def _trim(suite: Path) -> None:
    """Leave one boundary with its first pair: the steps are tried here, not the example."""
    data = yaml.safe_load(suite.read_text(encoding="utf-8"))
    first = data["boundaries"][0]
    first["pairs"] = first["pairs"][:1]
    kept = {key: data[key] for key in ("server", "system", "cost")}
    suite.write_text(yaml.safe_dump({**kept, "boundaries": [first]}), encoding="utf-8")


@dataclass
class Job:
    """Runs the Action on an event."""

    temp: Path
    fake: Fake
    event_file: Path

    def run(self, workspace: Path, name: str, payload: dict[str, Any], **inputs: str) -> Ran:
        runner = Runner(workspace, self.temp, env=self.env(name, payload), action_path=ROOT)
        return runner.action(ROOT / "action.yml", {key.replace("_", "-"): value for key, value in inputs.items()})

    def env(self, name: str, payload: dict[str, Any]) -> dict[str, str]:
        self.event_file.write_text(json.dumps(payload))
        return {
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(self.event_file),
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_API_URL": self.fake.url,
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_RUN_ID": "9",
        }


@pytest.fixture
def job(runner_temp: Path, github: Fake, tmp_path: Path) -> Job:
    return Job(runner_temp, github, tmp_path / "event.json")
