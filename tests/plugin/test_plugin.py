"""The pytest plugin, run by pytest in a project of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = """[
 {"name": "check_stock", "description": "Say how many of an item are in the warehouse.",
  "inputSchema": {"type": "object"}},
 {"name": "cancel_order", "description": "Cancel an order that was not sent yet.", "inputSchema": {"type": "object"}}
]"""
SUITE = """
server: shop
cases:
  - {id: stock, request: How many garden chairs are left in the warehouse?, expect: check_stock}
  - {id: stop, request: Please cancel the order that I made this morning, expect: cancel_order, arguments: {id: 7}}
  - {id: chat, request: "You're doing great, thanks!", expect: none, abstain: chat}
"""
TESTS = """
from toolwatch.pytest_plugin import assert_selects

AGENT = {
    "stock": "check_stock",
    "stop": [{"tool": "cancel_order", "args": {"id": ID}}],
    "chat": CHAT,
}

def test_agent(toolwatch_case):
    assert_selects(toolwatch_case, AGENT[toolwatch_case.case.id])

def test_model(toolwatch_case):
    if toolwatch_case.case.id == "stock":
        assert_selects(toolwatch_case, model="embedded")
"""


@pytest.mark.parametrize(
    ("identity", "chat", "only", "failed", "says"),
    [
        pytest.param("7", "None", "test", 0, "6 passed", id="all right"),
        pytest.param("8", "None", "agent", 1, "shop/stop: cancel_order, but with wrong arguments: id", id="argument"),
        pytest.param("7", "'cancel_order'", "agent", 1, "shop/chat: expected none, got cancel_order", id="over-call"),
        pytest.param("7", "[]", "agent", 0, "3 passed", id="an empty trace is no call"),
    ],
)
def test_plugin(identity: str, chat: str, only: str, failed: int, says: str, tmp_path: Path) -> None:
    (tmp_path / "suites/shop").mkdir(parents=True)
    (tmp_path / "suites/shop/suite.yaml").write_text(SUITE)
    (tmp_path / "tools.json").write_text(TOOLS)
    (tmp_path / "toolwatch.toml").write_text('[servers.shop]\nfile = "tools.json"\n')
    (tmp_path / "test_shop.py").write_text(TESTS.replace("ID", identity).replace("CHAT", chat))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-k",
        only,
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--rootdir",
        str(tmp_path),
    ]
    done = subprocess.run(
        [*command, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, says in done.stdout) == (failed, True), done.stdout + done.stderr
