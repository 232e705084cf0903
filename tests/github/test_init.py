"""``toolwatch init``: what it finds, what it writes, that all of it works, and that nothing is written over unasked."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.sources import hostile
from tests.sources.copies import own_copy
from toolwatch import suites
from toolwatch.cli.commands.init import command
from toolwatch.cli.main import run
from toolwatch.config.settings import load
from toolwatch.errors import UsageError
from toolwatch.pipeline.init import _value, plan
from toolwatch.pipeline.lists.surroundings import look

TOOLS = [
    {"name": "find_order", "description": "Find an order by its number.", "inputSchema": {"type": "object"}},
    {"name": "find_orders", "description": "Find the orders of a customer.", "inputSchema": {"type": "object"}},
    {"name": "pay_back", "description": "Pay money back to a card.", "inputSchema": {"type": "object"}},
]
SERVER = "from mcp.server import MCPServer\nserver = MCPServer('x')\nserver.run()\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".github").mkdir()
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "tools.json").write_text(json.dumps(TOOLS))
    return tmp_path


def init(*arguments: str, answers: str = "") -> Result:
    return CliRunner().invoke(command, list(arguments), input=answers, catch_exceptions=False, standalone_mode=False)


def test_everything_it_writes_works(project: Path) -> None:
    first = init("--yes")
    assert first.return_value == 0
    assert "`toolwatch check`" in first.output.splitlines()[-1], "the next step"
    written = {path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file()}
    assert written >= {
        "toolwatch.toml",
        "snapshots/shop.json",
        "suites/shop/suite.yaml",
        "suites/shop/system.md",
        ".pre-commit-config.yaml",
        ".github/workflows/toolwatch.yml",
        ".github/workflows/toolwatch-comment.yml",
        ".github/workflows/toolwatch-watch.yml",
    }
    assert list(load(project / "toolwatch.toml").servers) == ["shop"]
    [suite] = suites.load(project / "suites")
    assert suite.boundaries[0].tools == ("find_order", "find_orders")
    assert run(["lint", "shop"]) in (0, 1)
    manage = [sys.executable, "-m", "pre_commit", "validate-config", ".pre-commit-config.yaml"]
    assert subprocess.run(manage, check=False, capture_output=True).returncode == 0
    again = init("--yes").output
    assert "written" not in again
    assert "changed" not in again


def test_a_filled_in_pair_is_a_suite(project: Path) -> None:
    init("--yes")
    file = project / "suites" / "shop" / "suite.yaml"
    lines = file.read_text().splitlines()
    lines = [line.replace("    # ", "    ", 1) for line in lines if "pairs: []" not in line]
    file.write_text("\n".join(lines) + "\n")
    [suite] = suites.load(project / "suites")
    assert {case.pair for case in suite.cases if case.boundary == "find-order-or-find-orders"} == {
        "find-order-or-find-orders-pair"
    }


def test_what_is_there_is_left_and_its_diff_shown(project: Path) -> None:
    own = "repos:\n  - repo: https://example.org/x\n    rev: v1\n    hooks: []\n"
    (project / ".pre-commit-config.yaml").write_text(own)
    (project / ".github" / "workflows").mkdir()
    (project / ".github" / "workflows" / "toolwatch.yml").write_text("mine\n")
    output = init("--yes").output
    assert "-mine" in output
    assert "+      - id: toolwatch-lint" in output
    assert (project / ".github" / "workflows" / "toolwatch.yml").read_text() == "mine\n"
    assert (project / ".pre-commit-config.yaml").read_text() == own


def test_it_changes_what_it_is_allowed_to(project: Path) -> None:
    own = "# ours\nrepos:\n  - repo: https://example.org/x\n    rev: v1\n    hooks: []\n"
    (project / ".pre-commit-config.yaml").write_text(own)
    init("shop", "--no-start", answers="y\n")
    hooks = yaml.safe_load((project / ".pre-commit-config.yaml").read_text())["repos"]
    assert [repo["repo"] for repo in hooks] == ["local", "https://example.org/x"]


def test_questions_can_be_answered_with_no(project: Path) -> None:
    (project / "other-tools.json").write_text(json.dumps(TOOLS))
    init(answers="n\ny\nn\n")
    assert len(load(project / "toolwatch.toml").servers) == 1
    assert not (project / "snapshots").exists()


def test_what_it_finds(project: Path) -> None:
    (project / "billing").mkdir()
    (project / "billing" / "server.py").write_text(SERVER)
    (project / "billing" / "test_server.py").write_text(SERVER)
    (project / "node_modules" / "x").mkdir(parents=True)
    (project / "node_modules" / "x" / "tools.json").write_text(json.dumps(TOOLS))
    package = {"name": "@octo/mail", "bin": "dist/index.js", "dependencies": {"@modelcontextprotocol/sdk": "1"}}
    (project / "mail").mkdir()
    (project / "mail" / "package.json").write_text(json.dumps(package))
    servers = {"files": {"command": "files-mcp", "args": ["."], "env": {"TOKEN": "s3cret"}}}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
    around = look(project)
    assert {name: dict(table) for name, table in around.servers.items()} == {
        "files": {"command": "files-mcp", "args": (".",), "env": {"TOKEN": "${TOKEN}"}},
        "billing": {"command": "python", "args": ["billing/server.py"], "cwd": "."},
        "mail": {"command": "node", "args": ["mail/dist/index.js"], "cwd": "."},
        "shop": {"file": "shop/tools.json"},
    }
    texts = {planned.path: planned.text for planned in plan(project, around, ["files"])}
    assert "s3cret" not in texts["toolwatch.toml"]
    (project / "toolwatch.toml").write_text(texts["toolwatch.toml"])
    assert load(project / "toolwatch.toml").servers["files"].env == {"TOKEN": "${TOKEN}"}


def test_the_workflow_can_use_the_action_pinned(project: Path) -> None:
    pinned = "octo/toolwatch@" + "a" * 40
    texts = {planned.path: planned.text for planned in plan(project, look(project), ["shop"], action=pinned)}
    assert f"uses: {pinned}" in texts[".github/workflows/toolwatch.yml"]
    with pytest.raises(UsageError, match="must name a commit"):
        plan(project, look(project), ["shop"], action="octo/toolwatch@v1")


@pytest.mark.parametrize(("arguments", "says"), [(["nowhere"], "nowhere: not found here; servers found: shop")])
def test_unknown_servers_are_said(arguments: list[str], says: str, project: Path) -> None:
    with pytest.raises(UsageError, match=says):
        init(*arguments)


SECRET = "canary9876543210"
ENTRIES: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "flag": ({"command": "x", "args": ["--api-key", SECRET, "-v"]}, {"args": ["--api-key", "${IT_API_KEY}", "-v"]}),
    "flag and value": ({"command": "x", "args": ["-y", f"--token={SECRET}"]}, {"args": ["-y", "--token=${IT_TOKEN}"]}),
    "pair": ({"command": "env", "args": [f"API_KEY={SECRET}", "x"]}, {"args": ["API_KEY=${IT_API_KEY}", "x"]}),
    "its own look": ({"command": "x", "args": [f"sk-{SECRET}"]}, {"args": ["${IT_SECRET}"]}),
    "header on the command line": (
        {"command": "x", "args": ["--header", f"Authorization: Bearer {SECRET}"]},
        {"args": ["--header", "Authorization: Bearer ${IT_HEADER}"]},
    ),
    "URL on the command line": (
        {"command": "x", "args": [f"https://h/mcp?page=1&apiKey={SECRET}"]},
        {"args": ["https://h/mcp?page=1&apiKey=${IT_APIKEY}"]},
    ),
    "query": ({"url": f"https://h/mcp?api_key={SECRET}&a=b"}, {"url": "https://h/mcp?api_key=${IT_API_KEY}&a=b"}),
    "fragment": ({"url": f"https://h/mcp#token={SECRET}"}, {"url": "https://h/mcp#token=${IT_TOKEN}"}),
    "password": ({"url": f"https://me:{SECRET}@h/mcp"}, {"url": "https://me:${IT_PASSWORD}@h/mcp"}),
    "token for a user": ({"url": f"https://{SECRET}@h/mcp"}, {"url": "https://${IT_USER}@h/mcp"}),
    "broken URL": ({"url": f"http://[::1?key={SECRET}"}, {"url": "http://[::1?key=${IT_KEY}"}),
    "headers": (
        {"url": "http://h", "headers": {"X-Key": SECRET, "Authorization": f"Bearer {SECRET}"}},
        {"headers": {"X-Key": "${IT_X_KEY}", "Authorization": "Bearer ${IT_AUTHORIZATION}"}},
    ),
    "references": (
        {"url": "http://h", "headers": {"A": "Bearer ${MINE}", "B": "${YOURS:-" + SECRET + "}"}},
        {"headers": {"A": "Bearer ${MINE}", "B": "${YOURS}"}},
    ),
    "env": ({"command": "x", "env": {"a-b": SECRET, "C": "${D}"}}, {"env": {"a-b": "${a_b}", "C": "${D}"}}),
    "transport": ({"url": "http://h", "type": "sse"}, {"url": "http://h", "transport": "sse"}),
    "folder": ({"command": "x", "cwd": "sub", "envFile": ".env"}, {"cwd": "sub", "env_file": ".env"}),
    "disabled": ({"command": "x", "disabled": True}, {"enabled": False}),
    "plain": (
        {"command": "x", "args": ["--mode", "read=only", "http://h/?a=b"]},
        {"args": ["--mode", "read=only", "http://h/?a=b"]},
    ),
}


@pytest.mark.parametrize(("entry", "kept"), ENTRIES.values(), ids=ENTRIES)
def test_all_of_an_entry_is_kept_but_for_secrets(
    entry: dict[str, object], kept: dict[str, object], project: Path
) -> None:
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"it": entry}}))
    output = init("it", "--no-start").output
    text = (project / "toolwatch.toml").read_text()
    assert SECRET not in text + output
    table: dict[str, object] = tomllib.loads(text)["servers"]["it"]
    way: dict[str, object] = {key: entry[key] for key in ("command", "url") if key in entry}
    assert table == way | kept
    named = sorted(set(re.findall(r"\$\{(\w+)\}", text)))
    assert all(name in output for name in named)
    assert ("are not copied" in output) == bool(named)
    assert "it" in load(project / "toolwatch.toml").servers


def test_a_disabled_server_is_not_started_and_stays_disabled(project: Path) -> None:
    entry = {"command": "sh", "args": ["-c", "touch started"], "disabled": True}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"off": entry}}))
    found = init("--yes")
    assert "off: disabled in .mcp.json, so it is not started and not watched" in found.output
    assert found.return_value == 0
    assert not (project / "started").exists()
    assert not load(project / "toolwatch.toml").servers["off"].enabled


@pytest.mark.parametrize("text", ['{"mcpServers": {"bad": 5}}', "{", '{"mcpServers": {"bad": {"args": []}}}'])
def test_a_broken_entry_is_said_and_fails(text: str, project: Path) -> None:
    (project / ".mcp.json").write_text(text)
    found = init("--yes")
    assert found.return_value == 3
    assert "toolwatch: .mcp.json:" in found.stderr
    assert str(project) not in found.output
    assert (project / "snapshots" / "shop.json").exists()


BAD = ["loop", "refused-prompts", "twice", "refused", "exits"]


def _servers(project: Path, *cases: str) -> None:
    entries = {case: {"command": sys.executable, "args": ["-S", own_copy(hostile), case]} for case in cases}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": entries}))


@pytest.mark.parametrize("case", BAD)
def test_a_server_that_is_not_seen_whole_has_no_first_snapshot_and_costs_no_other(case: str, project: Path) -> None:
    _servers(project, case)
    found = init("--yes")
    assert found.return_value == 3
    assert len(re.findall(rf"(?m)^toolwatch: {case}: .* for its first snapshot: .", found.stderr)) == 1
    assert f"{case} has no snapshot yet: `toolwatch snapshot {case}` keeps one" in found.output
    assert set(load(project / "toolwatch.toml").servers) == {case, "shop"}
    assert [path.name for path in (project / "snapshots").iterdir()] == ["shop.json"]
    assert [path.name for path in (project / "suites").iterdir()] == ["shop"]


def test_where_no_server_is_seen_nothing_is_written_and_each_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _servers(project, *BAD[:2])
    before = {path: path.is_file() and path.read_bytes() for path in project.rglob("*")}
    assert run(["init", "--yes", *BAD[:2]]) == 3
    said = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1].strip() for line in said[:2]] == BAD[:2]
    assert said[2:] == [
        "toolwatch: no server was seen, so nothing was written: `toolwatch init NAME` leaves others out, --no-start "
        "starts none"
    ]
    assert {path: path.is_file() and path.read_bytes() for path in project.rglob("*")} == before


def test_an_action_that_is_not_pinned_is_refused_before_a_server_is_started(project: Path) -> None:
    entry = {"command": "sh", "args": ["-c", "touch started"]}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"it": entry}}))
    assert run(["init", "--yes", "--action", "octo/toolwatch@v1"]) == 2
    assert not (project / "started").exists()


@settings(deadline=None, derandomize=True, max_examples=300)
@given(
    st.recursive(
        st.text() | st.booleans() | st.integers(-(2**60), 2**60),
        lambda some: st.lists(some) | st.dictionaries(st.text(), some),
    )
)
@example('outils😀\x00\x1f\x7f\x80\u2028\r\n\t\\"')
def test_whatever_is_written_is_read_again(value: object) -> None:
    assert tomllib.loads(f"it = {_value(value)}\n") == {"it": value}


@pytest.mark.parametrize("folder", ["outils😀", 'a"b\\c', "line\nbreak", "\x7f", "é ü"])
def test_any_folder_can_be_watched(folder: str, project: Path) -> None:
    (project / folder).mkdir()
    (project / folder / "tools.json").write_text(json.dumps(TOOLS))
    assert init("--yes").return_value == 0
    assert {server.file for server in load(project / "toolwatch.toml").servers.values()} == {
        "shop/tools.json",
        f"{folder}/tools.json",
    }


def test_a_folder_that_no_text_can_name_is_said(project: Path) -> None:
    folder = Path(os.fsdecode(bytes(project) + b"/\xff"))
    folder.mkdir()
    (folder / "tools.json").write_text(json.dumps(TOOLS))
    found = init("--yes")
    assert "has a name that is not UTF-8, which toolwatch.toml cannot hold; rename it" in found.stderr
    assert found.return_value == 3
    assert list(load(project / "toolwatch.toml").servers) == ["shop"]


PACKAGES = {
    "elsewhere": '{"name":"p","bin":"/usr/bin/x","dependencies":{"@modelcontextprotocol/sdk":"1"}}',
    "above": '{"name":"p","bin":"../../x","dependencies":{"@modelcontextprotocol/sdk":"1"}}',
    "no path": '{"name":"p","bin":"a\\u0000b","dependencies":{"@modelcontextprotocol/sdk":"1"}}',
    "no program": '{"name":"p","bin":{"p":5},"dependencies":{"@modelcontextprotocol/sdk":"1"}}',
    "no name": '{"name":5,"bin":"x","dependencies":{"@modelcontextprotocol/sdk":"1"}}',
    "nested": "[" * 100_000,
    "no object": "[]",
    "half": "{",
    "empty": "",
}


@pytest.mark.parametrize("text", PACKAGES.values(), ids=PACKAGES)
def test_an_odd_package_is_no_server(text: str, project: Path) -> None:
    (project / "package.json").write_text(text)
    assert list(look(project).servers) == ["shop"]


def test_an_empty_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="servers found: none"):
        init("--yes")


FOUND = '[servers.%s]\nfile = "shop/tools.json"\n'
OTHER = {
    "tools": [{"name": "ring", "description": "Ring the bell of the front door.", "inputSchema": {"type": "object"}}]
}


def _files(project: Path) -> dict[str, str]:
    return {
        path.relative_to(project).as_posix(): path.read_text()
        for path in project.rglob("*")
        if path.is_file() and ".github" not in path.parts
    }


@pytest.mark.parametrize(
    ("file", "text", "prefix"),
    [
        ("toolwatch.toml", FOUND % "shop", ""),
        ("toolwatch.toml", FOUND % "shop" + '[run]\nmodel = "embedded"', ""),
        ("toolwatch.toml", "", ""),
        (
            "pyproject.toml",
            '[project]\nname = "x"\n[tool.toolwatch]\n' + (FOUND % "x").replace("[", "[tool.toolwatch."),
            "tool.toolwatch.",
        ),
        ("pyproject.toml", '[tool.toolwatch]\nsnapshots = "kept"\nsuites = "asked"\n[tool.ruff]\n', "tool.toolwatch."),
    ],
    ids=["one more", "after a section", "empty", "pyproject", "folders of its own"],
)
@pytest.mark.parametrize("agreed", [True, False])
def test_a_configuration_that_is_there_is_added_to_and_never_gets_a_second_beside_it(
    file: str, text: str, prefix: str, agreed: bool, project: Path
) -> None:
    (project / file).write_text(text)
    (project / "bell").mkdir()
    (project / "bell" / "tools.json").write_text(json.dumps(OTHER))
    found = init("bell", answers="y\ny\n") if agreed else init("bell", "--yes")
    assert found.return_value == 0
    assert f"+[{prefix}servers.bell]" in found.output
    settings = load()
    kept, asked = project / settings.snapshots / "bell.json", project / settings.suites / "bell" / "suite.yaml"
    assert ("bell" in settings.servers, kept.exists(), asked.exists()) == (agreed, agreed, agreed)
    assert ("bell: not watched, and nothing kept of it" in found.output) is not agreed
    assert agreed or (project / file).read_text() == text
    assert (project / file).read_text().startswith(text.rstrip("\n"))
    assert not {"toolwatch.toml", "pyproject.toml"} - {file} & {path.name for path in project.iterdir()}


@pytest.mark.parametrize("name", ["shop", "store", "a/b"])
def test_a_server_that_is_configured_is_not_found_a_second_time(name: str, project: Path) -> None:
    (project / "toolwatch.toml").write_text(FOUND % (f'"{name}"'))
    (project / "suites" / "mine").mkdir(parents=True)
    (project / "suites" / "mine" / "suite.yaml").write_text(f"server: {name}\ncases: []\n")
    found = init("--yes")
    assert [line for line in found.output.splitlines() if line.startswith("found ")] == [
        f"found {name} (toolwatch.toml)"
    ]
    files = _files(project)
    assert files["toolwatch.toml"] == FOUND % (f'"{name}"')
    assert sorted(path for path in files if path.startswith(("snapshots/", "suites/"))) == [
        f"snapshots/{name}.json",
        "suites/mine/suite.yaml",
    ]
    assert run(["snapshot"]) == 0
    assert _files(project) == files


def test_what_is_started_is_what_the_configuration_says(project: Path) -> None:
    (project / "shop" / "server.py").write_text(SERVER)
    listed = '{"tools": ' + json.dumps(TOOLS[:1]) + "}"
    (project / "one.json").write_text(listed)
    (project / "toolwatch.toml").write_text('[servers.shop]\nfile = "one.json"\n')
    init("shop", "--yes")
    assert '"find_orders"' not in (project / "snapshots" / "shop.json").read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("servers = {shop = {file = 'shop/tools.json'}}\n", "toolwatch.toml: takes no [servers.bell] behind its end"),
        ("[servers.shop]\n", "toolwatch.toml: servers.shop"),
        ("[servers", "is no TOML"),
    ],
)
def test_a_configuration_that_takes_no_more_is_said(
    text: str, says: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "toolwatch.toml").write_text(text)
    (project / "bell").mkdir()
    (project / "bell" / "tools.json").write_text(json.dumps(OTHER))
    before = _files(project)
    assert run(["init", "--yes"]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert len(said.splitlines()) == 1
    assert _files(project) == before


def test_snapshots_are_no_lists_wherever_they_lie(project: Path) -> None:
    (project / "toolwatch.toml").write_text('snapshots = "kept"\n[servers.tools]\nfile = "shop/tools.json"\n')
    assert run(["snapshot"]) == 0
    assert (project / "kept" / "tools.json").exists()
    assert list(look(project).servers) == ["tools"]


@pytest.mark.parametrize("place", ["closed", "closed/tools.json", "closed/server.py", "closed/package.json"])
def test_a_place_that_cannot_be_read_is_said_and_hides_no_other(
    place: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "closed").mkdir()
    if place != "closed":
        (project / place).write_text("")
    (project / place).chmod(0)
    if os.access(project / place, os.R_OK):  # whoever runs this may read everything

        def closed(real: Callable[..., Any]) -> Callable[..., Any]:
            def tried(self: Path, *arguments: Any, **named: Any) -> Any:
                if self == project / place:
                    raise PermissionError(13, "Permission denied", str(self))
                return real(self, *arguments, **named)

            return tried

        monkeypatch.setattr(Path, "iterdir", closed(Path.iterdir))
        monkeypatch.setattr(Path, "read_text", closed(Path.read_text))
    found = init("--yes")
    (project / place).chmod(0o700)
    assert found.return_value == 3
    assert f"toolwatch: {place}: permission denied, so no server was looked for there" in found.stderr.splitlines()
    assert (project / "snapshots" / "shop.json").exists()
