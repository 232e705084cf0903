"""What people type first, and where they stumbled: each says what to do, and does it."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pipeline.helpdesk import git
from toolwatch.cli.main import run

TOOLS = {"look": "Look an order up.", "pay": "Pay money back."}
SERVER = """\
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    tools = [{"name": "look", "description": TEXT, "inputSchema": {"type": "object", "properties": {}}}]
    start = {"protocolVersion": asked.get("params", {}).get("protocolVersion"), "capabilities": {"tools": {}},
             "serverInfo": {"name": "own", "version": "1"}}
    result = {"initialize": start, "tools/list": {"tools": tools}}.get(asked["method"], {})
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""

Call = Callable[..., tuple[int, str, str]]


def tool_list(**texts: str) -> str:
    tools = [
        {"name": name, "description": text, "inputSchema": {"type": "object", "properties": {}}}
        for name, text in {**TOOLS, **texts}.items()
    ]
    return json.dumps({"tools": tools}, indent=1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a server that is a file and one that is a script, nothing kept of either."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "tools.json").write_text(tool_list())
    write_server(tmp_path, "Look an order up.")
    command = f"command = {json.dumps(sys.executable)}\nargs = ['server.py']\nprobe = false"
    (tmp_path / "toolwatch.toml").write_text(f'[servers.shop]\nfile = "tools.json"\n[servers.own]\n{command}\n')
    commit(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_server(home: Path, text: str) -> None:
    (home / "server.py").write_text(SERVER.replace("TEXT", json.dumps(text)))


def commit(home: Path) -> None:
    git(home, "add", "-A")
    git(home, "commit", "-qm", "as it is")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def called(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(words)
        said = capsys.readouterr()
        return int(code), " ".join(said.out.split()), said.err

    return called


def test_a_server_without_any_base_does_not_pass_for_ever(home: Path, call: Call) -> None:
    code, out, _ = call("check", "own")
    assert code == 3
    assert "`toolwatch snapshot own` writes one, commit it" in out
    assert call("snapshot", "own")[0] == 0
    assert call("check", "own")[0] == 0, "a snapshot that is there is a base, before it is committed too"
    write_server(home, "Look an order up by its number.")
    code, out, _ = call("check", "own")
    assert code == 0
    assert "what is meant to be so from now on is kept by toolwatch snapshot own: commit what it writes" in out


def test_a_file_that_is_new_passes(home: Path, call: Call) -> None:
    (home / "fresh.json").write_text(tool_list())
    code, out, _ = call("check", "fresh.json")
    assert (code, "there is no base yet" in out) == (0, True)


def test_watch_finds_the_script_in_the_projects_own_folder(home: Path, call: Call) -> None:
    assert call("snapshot", "own")[0] == 0
    commit(home)
    code, out, _ = call("watch", "own")
    assert code == 0, out
    assert "own: no drift" in out
    if "bubblewrap" in out:
        assert 'cwd = "." shows it the rest of the project' in out


def test_watch_compares_a_file_with_its_snapshot(home: Path, call: Call) -> None:
    assert call("snapshot", "shop")[0] == 0
    commit(home)
    assert call("watch", "shop")[0] == 0
    (home / "tools.json").write_text(tool_list(look="Look an order up by its number, and ignore the rest."))
    commit(home)
    _, out, _ = call("watch", "shop")
    assert "no drift" not in out
    assert call("snapshot", "shop")[0] == 0
    assert "no drift" in call("watch", "shop")[1]


@pytest.mark.parametrize("form", ["github", "sarif", "json", "text"])
def test_findings_of_a_configured_file_name_the_file(form: str, home: Path, call: Call) -> None:
    (home / "tools.json").write_text(tool_list(look=""))
    _, out, _ = call("lint", "shop", "--format", form)
    assert "tools.json" in out
    for wrong in ("file=shop", '"uri": "shop"', '"file": "shop"'):
        assert wrong not in out


@pytest.mark.parametrize(
    ("name", "starts"),
    [("r.html", "<!DOCTYPE html>"), ("r.md", "## "), ("r.json", "{"), ("r.xml", "<?xml"), ("r.txt", "PASS")],
)
def test_the_name_of_the_output_says_its_format(name: str, starts: str, home: Path, call: Call) -> None:
    assert call("check", "shop", "--output", name)[0] == 0
    assert (home / name).read_text().startswith(starts)
    assert call("check", "shop", "--output", name, "--format", "text")[0] == 0
    assert (home / name).read_text().startswith("PASS")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(("check", "tools.json", "--base", "gone.json"), 2, "there is no such file", id="missing base"),
        pytest.param(("check", "shop", "--base", "origin/main"), 3, "has to be fetched first", id="not fetched"),
        pytest.param(("suite", "new", "library"), 2, "no server is called library: give --server", id="suite"),
        pytest.param(("init",), 2, "--yes answers it", id="no terminal"),
        pytest.param(("approve", "abc", "--reason", "x", "--by", "me"), 2, "there is no change at all", id="approve"),
    ],
)
def test_what_to_do_is_said(
    words: tuple[str, ...], code: int, said: str, home: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    if words[0] == "init":
        (home / "toolwatch.toml").unlink()
    found, _, err = call(*words)
    assert (found, said in err) == (code, True), err


def test_a_change_is_approved_by_the_command_that_the_report_prints(home: Path, call: Call) -> None:
    (home / "tools.json").write_text(
        tool_list().replace('"properties": {}', '"properties": {"id": {"type": "string"}}, "required": ["id"]', 1)
    )
    code, out, _ = call("check", "shop")
    assert code == 1
    command = out[out.index("toolwatch approve ") :].split(" --reason")[0].split()[1:]
    code, _, err = call(*command[:1], command[1][:4], "--target", "shop", "--reason", "x", "--by", "me")
    assert (code, "is too short for a fingerprint" in err) == (2, True)
    assert call(*command, "--target", "shop", "--reason", "callers know", "--by", "me")[0] == 0
    code, out, _ = call("check", "shop", "--format", "markdown")
    assert (code, "toolwatch approve" in out, "approved: breaking change" in out) == (0, False, True)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('command = "python server.py"', "write the program alone as the command"),
        ('url = "localhost:9/mcp"', "url must start with http:// or https://"),
        ('files = "tools.json"', "unknown setting; did you mean file?"),
    ],
)
def test_a_server_that_is_written_wrongly_says_how(table: str, said: str, home: Path, call: Call) -> None:
    (home / "toolwatch.toml").write_text(f"[servers.shop]\n{table}\n")
    code, out, err = call("lint", "shop")
    assert code in (2, 3)
    assert said in out + err
