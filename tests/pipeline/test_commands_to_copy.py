"""A command that a message offers does what it says when it is copied into a shell, whatever a server is called."""

import re
import shlex
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.report.everything import QUIET
from tests.report.lists import change, snapshot
from toolwatch.cli.main import run
from toolwatch.config.settings import load
from toolwatch.gate import lists
from toolwatch.model.report import Compared
from toolwatch.pipeline.watch import Watch, Watched, Wish
from toolwatch.report.phrase import words
from toolwatch.report.story import tell

EXAMPLE = ROOT / "suites" / "helpdesk"
NAMES = ["shop", "my shop", "it's", "$(id)", "a;b", "a&b", "*", "~", "\u00e9t\u00e9"]


def live(name: str) -> Compared:
    after = snapshot(name)
    return Compared(snapshot(name), replace(after, listing=replace(after.listing, kind="stdio")))


def offered(text: str) -> list[str]:
    match = re.search(r"(toolwatch snapshot .*?)`?(?: writes one|: commit| and commit)", text)
    assert match is not None, text
    return shlex.split(match[1].rstrip("`"))


@pytest.mark.parametrize("name", NAMES)
def test_the_snapshot_of_any_server(name: str, tmp_path: Path) -> None:
    compared = live(name)
    found = replace(QUIET, servers=(compared,), changes=(change(server=name),))
    (tmp_path / "toolwatch.toml").write_text("")
    watch = Watch(Wish(), load(tmp_path / "toolwatch.toml"), {}, print)
    [reason] = lists.unseen([replace(compared, before=None)])
    [todo] = [words(line) for line in tell(found).todo if "toolwatch snapshot" in words(line)]
    for text in (reason.text, todo, watch._text(Watched(name, found, ""))):
        assert offered(text) == ["toolwatch", "snapshot", name]


def test_the_check_of_what_is_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLE, tmp_path / "suites" / "desk", ignore=shutil.ignore_patterns("__pycache__", "edits"))
    suite = tmp_path / "suites" / "desk" / "suite.yaml"
    suite.write_text(suite.read_text(encoding="utf-8").replace("server: helpdesk", "server: my desk"), encoding="utf-8")
    shutil.move(tmp_path / "suites" / "desk" / "tools.json", tmp_path / "my tools.json")
    (tmp_path / "toolwatch.toml").write_text('[servers."my desk"]\nfile = "my tools.json"\n')
    commit(tmp_path)
    shutil.copy(EXAMPLE / "edits" / "broad.json", tmp_path / "my tools.json")
    run(["hook", "my tools.json"])
    assert "ask the model: toolwatch check 'my desk' --base HEAD" in capsys.readouterr().out


def commit(folder: Path) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
