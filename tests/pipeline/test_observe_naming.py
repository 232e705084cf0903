"""Names of servers that the configuration does not name."""

import pytest

from toolwatch.pipeline.lists import naming

COMMANDS = {
    ("mcp-server-time",): "mcp-server-time",
    ("/opt/venv/bin/mcp-server-git", "--repository", "."): "mcp-server-git",
    ("npx", "-y", "@modelcontextprotocol/server-memory@2026.8.31"): "server-memory",
    ("npx", "@playwright/mcp"): "mcp",
    ("uvx", "mcp-server-time@2026.10.19"): "mcp-server-time",
    ("uv", "run", "server.py"): "server",
    ("python3.12", "-u", "src/shop.py"): "shop",
    ("node", "dist/index.js"): "index",
    ("docker", "run", "-i", "ghcr.io/github/github-mcp-server"): "github-mcp-server",
    ("python",): "python",
    ("python3", "-c", "import shop; shop.run()"): "python3",
}


@pytest.mark.parametrize(("command", "name"), COMMANDS.items(), ids=COMMANDS.values())
def test_commands(command: tuple[str, ...], name: str) -> None:
    assert naming.of_command(command) == name


PYTHON = {
    "server.py": ("server", ("server.py",)),
    "src/shop/server.py:mcp": ("server", ("src/shop/server.py",)),
    "./server.py": ("server", ("server.py",)),
    "shop.server:mcp": (
        "server",
        ("shop/server.py", "shop/server/__init__.py", "src/shop/server.py", "src/shop/server/__init__.py"),
    ),
    "shop": ("shop", ("shop.py", "shop/__init__.py", "src/shop.py", "src/shop/__init__.py")),
}


@pytest.mark.parametrize(("what", "name", "files"), [(what, *rest) for what, rest in PYTHON.items()], ids=PYTHON)
def test_python(what: str, name: str, files: tuple[str, ...]) -> None:
    assert naming.of_python(what) == name
    assert naming.files_of_python(what) == files


def test_urls() -> None:
    assert naming.of_url("https://u:p@mcp.example.com:8443/x") == "mcp.example.com"
    assert naming.of_url("file:///x") == "file:///x"
