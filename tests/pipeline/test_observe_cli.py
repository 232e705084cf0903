"""Bad servers through the command line: exit code 3, one line that names server and cause, nothing overwritten."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pipeline.test_observe import ECHO, HOSTILE
from tests.sources.copies import running
from tests.sources.web import Server, serving
from toolwatch.cli.main import run

CONFIG = """
[observe.bounds]
connect = {connect}
answer = {answer}
total = 40
close = 0.1
pages = 10
bytes = 4000000
[servers.till]
command = {python}
args = ["-S", "-E", {hostile}, "{case}"]
"""
CASES = {
    "exits": "till: not observed: closed the connection; it exited with status 3; its last words on stderr: first line",
    "silent": "till: not observed: did not answer the handshake within 1.2 s",
    "garbage": "till: not observed: did not answer the handshake within 1.2 s; it said 1 line that is no message",
    "silent-list": "till: not observed: tools/list was not answered within 0.5 s",
    "half-line": "till: not observed: tools/list was not answered: the server closed the connection; it said 1 line",
    "huge": "till: not observed: said more than 4000000 bytes; toolwatch stopped reading",
    "deep": "till: not observed: sent a message nested deeper than 100 levels",
    "refused": "till: not observed: tools/list was refused: database is down",
    "many": "till: seen only in part: tools/list holds more than 5000 entries; toolwatch stopped reading",
    "loop": "till: seen only in part: tools/list page 2 repeats the cursor",
    "endless": "till: seen only in part: tools/list has more than 10 pages; toolwatch stopped reading",
    "duplicate-keys": "till: seen only in part: an object holds the key 'name' more than once; the last counts",
    "huge-number": "till: seen only in part: ",
    "lone-surrogate": "till: seen only in part: holds half a surrogate pair, which is no character",
    "bad-utf8": "till: seen only in part: byte 70 is no UTF-8",
}


@pytest.fixture(scope="module")
def web() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(folder: Path, case: str) -> None:
    text = CONFIG.format(
        python=json.dumps(sys.executable),
        hostile=json.dumps(HOSTILE[-1]),
        case=case,
        connect=1.2 if case in ("silent", "garbage") else 20,
        answer=0.5 if case == "silent-list" else 20,
    )
    (folder / "toolwatch.toml").write_text(text)


@pytest.mark.parametrize(("case", "line"), CASES.items(), ids=CASES)
def test_bad_servers_end_in_one_line_and_keep_what_was_kept(
    here: Path, capsys: pytest.CaptureFixture[str], case: str, line: str
) -> None:
    configure(here, "plain")
    assert run(["snapshot", "--no-probe"]) == 0
    kept = (here / "snapshots/till.json").read_bytes()
    configure(here, case)
    capsys.readouterr()
    start = time.monotonic()
    assert run(["snapshot", "--no-probe"]) == 3
    assert time.monotonic() - start < 15
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(line)
    assert err.count("\n") == 1
    assert (here / "snapshots/till.json").read_bytes() == kept
    assert [file.name for file in (here / "snapshots").iterdir()] == ["till.json"]
    assert not running(HOSTILE[-1])


URLS = {
    "http-401": "not observed: answered HTTP 401 Unauthorized; give it credentials it accepts",
    "http-403": "not observed: answered HTTP 403 Forbidden",
    "http-429": "not observed: answered HTTP 429 Too Many Requests; try again after 120 s",
    "http-500": "not observed: answered HTTP 500 Internal Server Error",
    "elsewhere": "not observed: Redirect to http://other.invalid/mcp not followed",
}


@pytest.mark.parametrize(("case", "line"), URLS.items(), ids=URLS)
def test_bad_urls_end_in_one_line(
    here: Path, web: Server, capsys: pytest.CaptureFixture[str], case: str, line: str
) -> None:
    assert run(["snapshot", "--no-probe", f"{web.url}/{case}"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"127.0.0.1: {line}")
    assert err.count("\n") == 1
    assert not (here / "snapshots").exists()


def test_a_command_that_is_not_there(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["snapshot", "--", "no-such-command-anywhere"]) == 3
    assert capsys.readouterr().err.strip() == (
        "no-such-command-anywhere: not observed: no-such-command-anywhere: command not found"
    )


def test_a_missing_variable_is_named_and_costs_no_other_server(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "tools.json").write_text(json.dumps([TOOL]))
    (here / "toolwatch.toml").write_text(
        '[servers.shop]\nfile = "tools.json"\n'
        '[servers.till]\nurl = "http://h.example/mcp"\nbearer = "${NOT_THERE_AT_ALL}"\n'
        '[servers.odd]\ncommand = "x"\nenv = { A = "${input:a}" }\n'
    )
    assert run(["snapshot"]) == 3
    out, err = capsys.readouterr()
    assert out.startswith("shop: first snapshot")
    assert err.splitlines() == [
        "till: not observed: bearer: the environment variable NOT_THERE_AT_ALL is not set",
        "odd: not observed: env.A: ${input:a} is no reference that toolwatch knows: write ${NAME}",
    ]


def test_discover_lists_and_starts_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: here / "home")
    started = here / "started"
    servers = {
        "one": {"command": "touch", "args": [str(started)], "env": {"API_TOKEN": "x"}},
        "two": {"url": "https://h.example/mcp?key=abc", "type": "http", "disabled": True},
    }
    (here / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
    assert run(["discover"]) == 0
    assert capsys.readouterr().out == (
        f"claude-code  .mcp.json  one  touch {started}  with API_TOKEN\n"
        "claude-code  .mcp.json  two  https://h.example/mcp?key=…  disabled\n"
    )
    assert run(["discover", "--format", "json"]) == 0
    names = [one["name"] for one in json.loads(capsys.readouterr().out)["servers"]]
    assert names == ["one", "two"]
    assert not started.exists()


def test_discover_observes_when_told(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: here / "home")
    (here / ".cursor").mkdir()
    entry = {"command": ECHO[0], "args": [*ECHO[1:], "a", "b"]}
    (here / ".cursor/mcp.json").write_text(json.dumps({"mcpServers": {"one": entry, "gone": {"command": "no-such-x"}}}))
    assert run(["discover", "--observe"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("2 tools")
    assert lines[1].endswith("not observed: no-such-x: command not found")
    assert run(["snapshot", "--config", ".cursor/mcp.json", "--no-probe", "one"]) == 0
    assert (here / "snapshots/one.json").exists()


@pytest.mark.parametrize(
    ("case", "code", "says"),
    [
        ("plain", 0, "1 tools"),
        ("twice", 3, "1 tools (seen only in part: tools/list was answered more than once under one id; the first"),
        ("refused-prompts", 3, "1 tools (seen only in part: prompts were not given: prompts/list was refused"),
    ],
)
def test_discover_fails_where_a_server_is_seen_in_part(
    case: str, code: int, says: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: here / "home")
    entry = {"command": HOSTILE[0], "args": [*HOSTILE[1:], case]}
    (here / ".mcp.json").write_text(json.dumps({"mcpServers": {"it": entry}}))
    assert run(["discover", "--observe"]) == code
    assert says in capsys.readouterr().out
    assert run(["discover", "--observe", "--format", "json"]) == code
    (found,) = json.loads(capsys.readouterr().out)["servers"]
    assert (found["tools"], found["failure"], bool(found["problems"])) == (1, "", code == 3)


def test_discover_where_there_is_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: here / "home")
    assert run(["discover"]) == 0
    assert capsys.readouterr().out == "no client's configuration names an MCP server\n"


TOOL = {
    "name": "find",
    "description": "Find \u202ename.",
    "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
}


def test_convert_says_what_it_leaves_out(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "tools.json").write_text(json.dumps({"tools": [TOOL], "instructions": "Be nice."}))
    assert run(["convert", "tools.json", "--to", "anthropic"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)[0]["input_schema"] == {"type": "object"}
    assert "\u202e" not in out
    assert err == "toolwatch: anthropic has no place for annotations of 1 tools, instructions\n"


@pytest.mark.parametrize("suffix", ["json", "yaml", "jsonl"])
def test_convert_there_and_back(here: Path, capsys: pytest.CaptureFixture[str], suffix: str) -> None:
    (here / "tools.json").write_text(json.dumps({"tools": [TOOL]}))
    assert run(["convert", "tools.json", "--to", "openai-chat", "-o", f"chat.{suffix}"]) == 0
    assert run(["convert", f"chat.{suffix}", "--to", "mcp"]) == 0
    (tool,) = json.loads(capsys.readouterr().out)["tools"]
    assert tool == {key: value for key, value in TOOL.items() if key != "annotations"}


def test_convert_of_a_live_server(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", "--to", "bedrock", "--", *ECHO, "a"]) == 0
    assert json.loads(capsys.readouterr().out)["tools"][0]["toolSpec"]["name"] == "a"


BAD_CONVERSIONS = {
    "no target": (["--to", "mcp"], 2, "give one target: a name, a file, a URL or -- COMMAND ARGS"),
    "two targets": (["x", "--to", "mcp", "--", "y"], 2, "give one target: a name, a file, a URL or -- COMMAND ARGS"),
    "no such format": (["tools.json", "--to", "soap"], 2, "no format 'soap'; there are anthropic, bedrock, "),
    "no such server": (["--to", "mcp", "--", "no-such-x"], 3, "no-such-x: no-such-x: command not found"),
    "broken file": (["broken.json", "--to", "mcp", "-o", "out.json"], 3, "broken: broken.json:1:2: is no JSON"),
    "no lines": (["tools.json", "--to", "mcpb", "-o", "out.jsonl"], 0, ""),
}


@pytest.mark.parametrize(("words", "code", "line"), BAD_CONVERSIONS.values(), ids=BAD_CONVERSIONS)
def test_conversions_that_fail_write_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, line: str
) -> None:
    (here / "tools.json").write_text(json.dumps({"tools": [TOOL]}))
    (here / "broken.json").write_text("{")
    assert run(["convert", *words]) == code
    assert capsys.readouterr().err.removeprefix("toolwatch: ").startswith(line)
    assert not (here / "out.json").exists()


def test_a_partial_source_is_converted_and_said_to_be_partial(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = {"manifest_version": "0.3", "name": "x", "version": "1", "tools": [{"name": "a", "description": "b"}]}
    (here / "manifest.json").write_text(json.dumps(manifest))
    assert run(["convert", "manifest.json", "--to", "mcp"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["tools"] == [{"name": "a", "description": "b"}]
    assert "holds no schemas" in err
