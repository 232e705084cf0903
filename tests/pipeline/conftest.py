"""The main job, run in a project of its own."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.helpdesk import HELPDESK, Check, git
from tests.pipeline.shop import SUITE, shopkeeper, tool_list
from tests.runner.scripted import Scripted
from toolwatch import runner
from toolwatch.cli.main import run


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with the help desk as its one server, everything committed."""
    shutil.copytree(HELPDESK, tmp_path / "suites/helpdesk")
    (tmp_path / "toolwatch.toml").write_text(
        '[servers.helpdesk]\nfile = "suites/helpdesk/tools.json"\n[run]\nmodel = "embedded"\n'
    )
    (tmp_path / ".gitignore").write_text(".toolwatch/\n")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "as it was")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """Run ``toolwatch check`` and give exit code, JSON document (empty on trouble) and stderr."""

    def call(*arguments: str) -> tuple[int, dict[str, Any], str]:
        capsys.readouterr()
        code = run(["check", *arguments, "--format", "json"])
        said = capsys.readouterr()
        return code, json.loads(said.out) if said.out else {}, said.err

    return call


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    provider = Scripted(shopkeeper)
    monkeypatch.setattr(runner, "load_provider", lambda *args, **kwargs: provider)
    return provider


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolwatch.toml").write_text(
        '[servers.shop]\nfile = "tools.json"\n[run]\nmodel = "openai:scripted"\n[select]\nscorer = false\n'
    )
    (tmp_path / "tools.json").write_text(tool_list())
    (tmp_path / "suites" / "shop").mkdir(parents=True)
    (tmp_path / "suites" / "shop" / "suite.yaml").write_text(SUITE)
    return tmp_path
