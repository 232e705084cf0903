"""No secret that is configured, by whatever way, is in anything that toolwatch writes or says."""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.pipeline.test_observe import ECHO, HOSTILE
from tests.sources.web import Server, serving
from toolwatch.cli.main import run

VALUES = Path(__file__).parents[1] / "sources" / "values.py"
WORD = "canary-"
TOKEN = "canary-4f/9e+77"
CONFIG = """
[servers.local]
command = {python}
args = ["-S", {echo}, "--tell", "tool", "--api-key", "canary-argument-31", "--mode=${{CANARY_TOKEN}}"]
env = {{ API_TOKEN = "${{CANARY_TOKEN}}", OTHER_SECRET = "canary-literal-88" }}
env_file = "server.env"
[servers.local.variants.loud]
args = ["-S", "-E", {hostile}, "loud-secret"]
[servers.remote]
url = "{url}/echo?api_key=canary-query-12"
transport = "http"
headers = {{ X-Key = "${{CANARY_TOKEN}}", X-Other = "canary-literal-99" }}
bearer_file = "token.txt"
[servers.refused]
url = "{url}/http-403?api_key=canary-query-13"
bearer = "${{CANARY_TOKEN}}"
[servers.nobody]
url = "http://user:canary-password-5@127.0.0.1:1/x"
[servers.missing]
url = "{url}/plain"
headers = {{ A = "canary-literal-66 ${{NOT_THERE_AT_ALL}}" }}
"""


@pytest.fixture(scope="module")
def web() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def project(tmp_path: Path, web: Server, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    (folder / "in").mkdir(parents=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("CANARY_TOKEN", TOKEN)
    text = CONFIG.format(
        python=json.dumps(sys.executable), echo=json.dumps(ECHO[-1]), hostile=json.dumps(HOSTILE[-1]), url=web.url
    )
    (folder / "toolwatch.toml").write_text(text)
    (folder / "token.txt").write_text("canary-from-a-file-3\n")
    (folder / "server.env").write_text("# variables\nexport DB_PASSWORD='canary-from-env-file-4'\n")
    return folder


def leaks(text: str) -> list[str]:
    """Lines with a canary in any spelling."""
    spellings = [WORD, quote(TOKEN, safe=""), base64.b64encode(TOKEN.encode()).decode()]
    return [line for line in text.splitlines() if any(spelling in line for spelling in spellings)]


COMMANDS = [
    ["snapshot"],
    ["snapshot", "--no-probe", "local:loud"],
    ["lint", "--format", "json"],
    ["lint", "local", "remote"],
    ["convert", "local", "--to", "mcp", "-o", "local.json"],
    ["convert", "remote", "--to", "mcpb"],
    ["check", "--base", "HEAD", "local"],
    ["discover", "--observe"],
    ["discover", "--format", "json"],
    ["snapshot", "-o", "cli.json", "--", *ECHO, "tool", "--token", "canary-on-the-command-line-1"],
    ["lint", "--", *HOSTILE, "exits", "API_KEY=canary-on-the-command-line-2"],
]


def test_no_canary_comes_out(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Path, "home", lambda: project / "home")
    client = {"command": sys.executable, "args": [*ECHO[1:], "a"], "env": {"API_TOKEN": "canary-literal-in-client"}}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"local": client}}))
    inputs = {"toolwatch.toml", "token.txt", "server.env", ".mcp.json"}
    for words in COMMANDS:
        code = run(words)
        out, err = capfd.readouterr()
        assert "Traceback" not in err, words
        assert code in (0, 1, 3), (words, code, err)
        assert leaks(out) == [], words
        assert leaks(err) == [], words
    written = [file for file in project.rglob("*") if file.is_file() and file.name not in inputs]
    assert {"local.json", "remote.json", "cli.json"} <= {file.name for file in written}
    for file in written:
        assert leaks(file.read_text(errors="replace")) == [], file
        assert WORD not in file.name
    kept = json.loads((project / "snapshots/local.json").read_text())
    assert "token [env API_TOKEN]" in kept["instructions"]
    assert "OTHER_SECRET" in json.dumps(kept["identity"])


def test_the_secrets_do_arrive_where_they_belong(project: Path, web: Server) -> None:
    run(["lint", "remote"])
    paths, headers = zip(*((path, headers) for path, headers, _ in web.seen if path.startswith("/echo")), strict=True)
    assert "canary-query-12" in paths[-1]
    assert headers[-1]["X-Key"] == TOKEN
    assert headers[-1]["Authorization"] == "Bearer canary-from-a-file-3"


def test_no_value_of_the_environment_is_kept_in_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    values = {
        "DB_PASS": "swordfish-blue",
        "PASSPHRASE": "correct horse battery staple",
        "LICENSE": "alphabravocharlie",
        "DOOR_PIN": "4711",
    }
    stay = {"STAGE": "production", "STORE": "books"}
    for name, value in {**values, **stay}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.env").write_text("FROM_FILE=kept-in-a-file\n")
    names = [*values, *stay]
    env = ", ".join(f'{name} = "${{{name}}}"' for name in names)
    args = json.dumps(["-S", str(VALUES), *names, "FROM_FILE"])
    (tmp_path / "toolwatch.toml").write_text(
        f"[servers.shop]\ncommand = {json.dumps(sys.executable)}\nargs = {args}\n"
        f'env = {{{env}}}\nenv_file = "some.env"\nprobe = false\n'
    )
    assert run(["snapshot"]) == 0
    kept = (tmp_path / "snapshots/shop.json").read_text()
    assert [value for value in (*values.values(), "kept-in-a-file") if value in kept] == []
    assert "STAGE is production; STORE is books; FROM_FILE is [FROM_FILE]" in kept
    said = capsys.readouterr().err
    assert said.count("shop: repeats what stands in STORE, which stays in clear") == 1
    assert "STAGE" not in said
    assert "books" not in said
