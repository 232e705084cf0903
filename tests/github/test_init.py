"""``toolwatch init``: what it finds, what it writes, that all of it works, and that nothing is written over unasked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from toolwatch import suites
from toolwatch.cli.commands.init import command
from toolwatch.cli.main import run
from toolwatch.config.settings import load
from toolwatch.errors import UsageError
from toolwatch.pipeline.init import plan
from toolwatch.pipeline.surroundings import look

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
    texts = {planned.path: planned.text for planned in plan(project, around, ["files"], observe=False)}
    assert "s3cret" not in texts["toolwatch.toml"]
    (project / "toolwatch.toml").write_text(texts["toolwatch.toml"])
    assert load(project / "toolwatch.toml").servers["files"].env == {"TOKEN": "${TOKEN}"}


def test_the_workflow_can_use_the_action_pinned(project: Path) -> None:
    pinned = "octo/toolwatch@" + "a" * 40
    texts = {
        planned.path: planned.text for planned in plan(project, look(project), ["shop"], action=pinned, observe=False)
    }
    assert f"uses: {pinned}" in texts[".github/workflows/toolwatch.yml"]
    with pytest.raises(UsageError, match="must name a commit"):
        plan(project, look(project), ["shop"], action="octo/toolwatch@v1", observe=False)


@pytest.mark.parametrize(("arguments", "says"), [(["nowhere"], "nowhere: not found here; servers found: shop")])
def test_unknown_servers_are_said(arguments: list[str], says: str, project: Path) -> None:
    with pytest.raises(UsageError, match=says):
        init(*arguments)


def test_an_empty_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="servers found: none"):
        init("--yes")
