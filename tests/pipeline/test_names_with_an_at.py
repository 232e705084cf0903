"""An ``@`` that is a part of a file's or a server's name is no git ref: such a list is compared like any other."""

import subprocess
from pathlib import Path

import pytest

from toolwatch.cli.main import run

TOOLS = '{"tools": [{"name": "a", "description": "Says a.", "inputSchema": {"type": "object", "properties": {%s}}}]}'
BEFORE = TOOLS % ""
BROKEN = TOOLS.replace('"type": "object"', '"type": "object", "required": ["id"]') % '"id": {"type": "string"}'


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file and a server with an ``@`` in their names, committed; then an edit that breaks callers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop@1.2.json").write_text(BEFORE)
    (tmp_path / "toolwatch.toml").write_text('[servers."eu@2"]\nfile = "shop@1.2.json"\n')
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "x"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "old@1.json").write_text(BEFORE)
    (tmp_path / "shop@1.2.json").write_text(BROKEN)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "shop@1.2.json",
        "eu@2",
        "",
        "shop@1.2.json --base HEAD",
        "eu@2 --base HEAD",
        "shop@1.2.json --base old@1.json",
        "eu@2 --base old@1.json",
        "shop@1.2.json --base eu@2@HEAD",
        "shop@1.2.json --base shop@1.2.json@HEAD",
        "shop@1.2.json eu@2 --base HEAD",
    ],
)
def test_a_break_is_found(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", *words.split()]) == 1
    out = capsys.readouterr().out
    assert "breaking change" in out
    assert "no base" not in out


def test_what_has_not_changed_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "shop@1.2.json", "--base", "eu@2"]) == 0
    assert "nothing changed" in capsys.readouterr().out


@pytest.mark.parametrize("target", ["shop@1.2.json", "eu@2"])
def test_such_a_list_is_kept_linted_and_mended(target: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["snapshot", target]) == 0
    run(["lint", target, "--format", "json"])
    out = capsys.readouterr().out
    assert '"file": "shop@1.2.json"' in out
    assert run(["lint", target, "--fix", "--diff"]) == 0
    assert "is no definition file" not in capsys.readouterr().err


def test_the_watch_compares_it_with_its_snapshot(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["snapshot", "eu@2"]) == 0
    assert run(["watch"]) == 0
    assert "eu@2: no drift" in capsys.readouterr().out
    (project / "shop@1.2.json").write_text(BEFORE)
    assert run(["watch"]) == 1
