"""The main job, run in a project of its own."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.helpdesk import HELPDESK, Check, git
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
