"""Each MCP client's configuration file, as a user has it."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolwatch.config import client
from toolwatch.config.settings import load
from toolwatch.errors import ConfigError

LOCAL = {"command": "npx", "args": ("-y", "pkg"), "env": {"K": "${KEY}"}}

FILES: dict[str, tuple[str, str, str, dict[str, dict[str, Any]]]] = {
    "claude-code": (
        "project",
        ".mcp.json",
        """{"mcpServers": {
            "a": {"type": "stdio", "command": "npx", "args": ["-y", "pkg"], "env": {"K": "${KEY}"}},
            "b": {"type": "http", "url": "https://h/${P:-mcp}", "headers": {"Authorization": "Bearer ${KEY}"}},
            "c": {"type": "sse", "url": "https://h/sse"}}}""",
        {
            "a": LOCAL,
            "b": {"url": "https://h/${P:-mcp}", "headers": {"Authorization": "Bearer ${KEY}"}, "transport": "http"},
            "c": {"url": "https://h/sse", "transport": "sse"},
        },
    ),
    "claude-desktop": (
        "home",
        ".config/Claude/claude_desktop_config.json",
        '{"mcpServers": {"a": {"command": "npx", "args": ["${X}"], "env": {"K": "literal"}}}}',
        {"a": {"command": "npx", "args": ("$${X}",), "env": {"K": "literal"}}},
    ),
    "cursor": (
        "project",
        ".cursor/mcp.json",
        """{// servers
            "mcpServers": {"a": {"command": "${userHome}/bin/x", "args": ["${workspaceFolder}/s.js", "a//b"],
              "env": {"K": "${env:KEY}"}, "envFile": "${workspaceFolder}/.env",}, /* last */ },}""",
        {
            "a": {
                "command": "HOME/bin/x",
                "args": ("PROJECT/s.js", "a//b"),
                "env": {"K": "${KEY}"},
                "env_file": "PROJECT/.env",
            }
        },
    ),
    "vscode": (
        "project",
        ".vscode/mcp.json",
        """{"inputs": [{"id": "key", "type": "promptString"}],
            "servers": {"a": {"type": "http", "url": "https://h/mcp", "headers": {"X-Key": "${input:key}"}}}}""",
        {"a": {"url": "https://h/mcp", "headers": {"X-Key": "${input:key}"}, "transport": "http"}},
    ),
    "windsurf": (
        "home",
        ".codeium/windsurf/mcp_config.json",
        '{"mcpServers": {"a": {"serverUrl": "https://h/mcp", "headers": {"A": "${env:KEY}"}, "disabled": true}}}',
        {"a": {"url": "https://h/mcp", "headers": {"A": "${KEY}"}, "enabled": False}},
    ),
    "codex": (
        "home",
        ".codex/config.toml",
        """model = "x"
[mcp_servers.a]
command = "npx"
args = ["-y", "pkg", "${lit}"]
env_vars = ["KEY"]
env = { B = "c" }
startup_timeout_sec = 20
[mcp_servers.b]
url = "https://h/mcp"
bearer_token_env_var = "KEY"
http_headers = { X = "y" }
env_http_headers = { Z = "ZED" }
enabled = false
""",
        {
            "a": {
                "command": "npx",
                "args": ("-y", "pkg", "$${lit}"),
                "env": {"KEY": "${KEY}", "B": "c"},
                "bounds": {"connect": 20.0},
            },
            "b": {"url": "https://h/mcp", "bearer": "${KEY}", "headers": {"X": "y", "Z": "${ZED}"}, "enabled": False},
        },
    ),
    "gemini-cli": (
        "project",
        ".gemini/settings.json",
        """{"theme": "x", "mcpServers": {"a": {"httpUrl": "https://h/mcp", "headers": {"A": "Bearer $KEY"}},
            "b": {"url": "https://h/sse"}, "c": {"command": "npx", "env": {"K": "${KEY}"}, "timeout": 5}}}""",
        {
            "a": {"url": "https://h/mcp", "headers": {"A": "Bearer ${KEY}"}, "transport": "http"},
            "b": {"url": "https://h/sse", "transport": "sse"},
            "c": {"command": "npx", "env": {"K": "${KEY}"}},
        },
    ),
    "zed": (
        "home",
        ".config/zed/settings.json",
        """{"context_servers": {
            "a": {"source": "custom", "command": "npx", "args": ["-y", "pkg"], "env": {"K": "v"}},
            "old": {"command": {"path": "srv", "args": ["x"], "env": null}},
            "extension": {"source": "extension", "settings": {}}}}""",
        {
            "a": {"command": "npx", "args": ("-y", "pkg"), "env": {"K": "v"}},
            "old": {"command": "srv", "args": ("x",)},
        },
    ),
    "goose": (
        "home",
        ".config/goose/config.yaml",
        """GOOSE_PROVIDER: x
extensions:
  developer: {type: builtin, enabled: true, name: developer}
  a: {type: stdio, enabled: true, cmd: npx, args: [-y, pkg], envs: {B: c}, env_keys: [KEY], timeout: 300}
  b: {type: streamable_http, enabled: false, uri: "https://h/mcp"}
""",
        {
            "a": {"command": "npx", "args": ("-y", "pkg"), "env": {"KEY": "${KEY}", "B": "c"}},
            "b": {"url": "https://h/mcp", "transport": "http", "enabled": False},
        },
    ),
    "opencode": (
        "project",
        "opencode.jsonc",
        """{"mcp": {"a": {"type": "local", "command": ["npx", "-y", "pkg"], "environment": {"K": "{env:KEY}"}},
            "b": {"type": "remote", "url": "https://h/mcp", "headers": {"A": "Bearer {env:KEY}"},
            "enabled": false}}}""",
        {
            "a": LOCAL,
            "b": {"url": "https://h/mcp", "headers": {"A": "Bearer ${KEY}"}, "enabled": False},
        },
    ),
    "continue": (
        "project",
        ".continue/mcpServers/pkg.yaml",
        """name: x
version: 0.0.1
schema: v1
mcpServers:
  - name: a
    command: npx
    args: [-y, pkg]
    env: {K: "${{ secrets.KEY }}"}
  - name: b
    type: sse
    url: https://h/sse
""",
        {"a": LOCAL, "b": {"url": "https://h/sse", "transport": "sse"}},
    ),
}


def lay(tmp_path: Path, name: str) -> tuple[Path, Path, Path]:
    """Put one client's file where it belongs; gives the file, the home and the project."""
    side, where, text, _ = FILES[name]
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir(exist_ok=True)
    project.mkdir(exist_ok=True)
    file = (home if side == "home" else project) / where
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file, home, project


def shown(servers: Any, home: Path, project: Path) -> dict[str, dict[str, Any]]:
    return {
        name: _with_names(server.model_dump(exclude_defaults=True, exclude_none=True), home, project)
        for name, server in servers.items()
    }


def _with_names(value: Any, home: Path, project: Path) -> Any:
    if isinstance(value, str):
        return value.replace(str(home), "HOME").replace(str(project), "PROJECT")
    if isinstance(value, tuple):
        return tuple(_with_names(item, home, project) for item in value)
    if isinstance(value, dict):
        return {key: _with_names(item, home, project) for key, item in value.items()}
    return value


@pytest.mark.parametrize("name", FILES)
def test_each_client_is_discovered_at_its_place(tmp_path: Path, name: str) -> None:
    _, home, project = lay(tmp_path, name)
    (found,) = client.discover(home, project)
    assert found.client == name
    assert found.problems == ()
    assert shown(found.servers, home, project) == FILES[name][3]


@pytest.mark.parametrize("name", FILES)
def test_each_client_works_as_config(tmp_path: Path, name: str) -> None:
    file, home, project = lay(tmp_path, name)
    found = client.read(file, home=home)
    assert found.client == name
    assert load(file).servers.keys() == FILES[name][3].keys()
    if FILES[name][0] == "project":
        assert load(file).root == project


def test_every_client_has_a_file_here() -> None:
    assert set(FILES) == set(client.clients())


def test_several_clients_at_once(tmp_path: Path) -> None:
    for name in FILES:
        _, home, project = lay(tmp_path, name)
    assert sorted(found.client for found in client.discover(home, project)) == sorted(FILES)


def test_the_servers_that_claude_code_keeps_for_a_project(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    own = {"mcpServers": {"mine": {"command": "x"}}}
    other = {"mcpServers": {"theirs": {"command": "y"}}}
    (home / ".claude.json").write_text(
        json.dumps({"mcpServers": {"all": {"command": "z"}}, "projects": {str(project): own, "/elsewhere": other}})
    )
    (found,) = client.discover(home, project)
    assert list(found.servers) == ["all", "mine"]


def test_a_bad_entry_costs_no_other(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(
        json.dumps(
            {"mcpServers": {"bad": 5, "none": {}, "args": {"command": "x", "args": "y"}, "good": {"command": "x"}}}
        )
    )
    found = client.read(file)
    assert list(found.servers) == ["good"]
    assert [problem.removeprefix(f"{file}: ") for problem in found.problems] == [
        "bad: is no object",
        "none: give exactly one of command, url, file, python",
        "args: args: input should be a valid tuple",
    ]
    with pytest.raises(ConfigError, match="bad: is no object"):
        load(file)


UNREADABLE = {
    "broken.json": ('{"mcpServers": {', "broken.json:1:17: is no JSON: expecting property name"),
    "other.json": ('{"name": "package"}', "other.json: names no MCP servers in the way of any known client"),
    "broken.yaml": ("a: [", "broken.yaml:1: is no YAML"),
    "broken.toml": ("a = ", "broken.toml: is no TOML"),
}


@pytest.mark.parametrize(("name", "text", "reason"), [(k, *v) for k, v in UNREADABLE.items()], ids=UNREADABLE)
def test_files_that_are_no_configuration(tmp_path: Path, name: str, text: str, reason: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(ConfigError) as raised:
        load(file)
    assert str(raised.value).removeprefix(f"{tmp_path}/").startswith(reason)


def test_a_file_that_cannot_be_read_is_a_problem_of_discovery(tmp_path: Path) -> None:
    file, home, project = lay(tmp_path, "cursor")
    file.write_text("{oops")
    (found,) = client.discover(home, project)
    assert found.servers == {}
    assert len(found.problems) == 1
