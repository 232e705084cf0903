"""The pytest plugin, run by pytest in a project of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from toolwatch.pipeline import single
from toolwatch.runner import Budget

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
    project(tmp_path, TESTS.replace("ID", identity).replace("CHAT", chat))
    done = pytest_in(tmp_path, "-k", only, "-p", "no:xdist")
    assert (done.returncode, says in done.stdout) == (failed, True), done.stdout + done.stderr


ONLY_ASKS = """
from toolwatch.pytest_plugin import assert_selects

def test_model(toolwatch_case):
    assert_selects(toolwatch_case)
"""


def _no_suites(folder: Path) -> None:
    shutil.rmtree(folder / "suites")


def _an_empty_folder(folder: Path) -> None:
    shutil.rmtree(folder / "suites/shop")


def _an_empty_suite(folder: Path) -> None:
    (folder / "suites/shop/suite.yaml").write_text("server: shop\ncases: []\n")


def _no_settings(folder: Path) -> None:
    (folder / "toolwatch.toml").unlink()
    shutil.rmtree(folder / "suites")


def _another_folder(folder: Path) -> None:
    (folder / "toolwatch.toml").write_text('suites = "elsewhere"\n[servers.shop]\nfile = "tools.json"\n')


def _a_broken_suite(folder: Path) -> None:
    (folder / "suites/shop/suite.yaml").write_text("server: shop\ncases: 5\n")


def _broken_settings(folder: Path) -> None:
    (folder / "toolwatch.toml").write_text("servers = 5\n")


EMPTY: dict[Callable[[Path], None], str] = {
    _no_suites: "suites: there is no case",
    _an_empty_folder: "suites",
    _an_empty_suite: "suites",
    _no_settings: "no toolwatch.toml was found",
    _another_folder: "elsewhere: there is no case",
    _a_broken_suite: "suite.yaml",
    _broken_settings: "toolwatch.toml",
}


@pytest.mark.parametrize("empty", EMPTY, ids=lambda empty: empty.__name__.strip("_"))
def test_no_case_is_not_green_and_names_the_place(empty: Callable[[Path], None], tmp_path: Path) -> None:
    project(tmp_path, ONLY_ASKS)
    empty(tmp_path)
    done = pytest_in(tmp_path, "-p", "no:xdist")
    assert done.returncode not in (0, 5), done.stdout + done.stderr
    assert f"\ntoolwatch: {tmp_path}" in done.stdout
    assert EMPTY[empty] in done.stdout
    assert "Traceback" not in done.stdout
    assert "pluggy" not in done.stdout


MODEL = """
[models.m]
provider = "command"
model = "m"
command = ["{python}", "{program}"]
[models.m.budget]
calls = {calls}
"""
PROGRAM = """
import json
open({count!r}, "a").write("x")
print(json.dumps({{"tool": "check_stock"}}))
"""


@pytest.mark.parametrize("processes", ["0", "2"])
@pytest.mark.parametrize("calls", [1, 2])
def test_all_cases_share_one_budget(calls: int, processes: str, tmp_path: Path) -> None:
    project(
        tmp_path, ONLY_ASKS + "\n\ndef test_again(toolwatch_case):\n    assert_selects(toolwatch_case, model='m')\n"
    )
    program, count = tmp_path / "model.py", tmp_path / "count"
    program.write_text(PROGRAM.format(count=str(count)))
    with (tmp_path / "toolwatch.toml").open("a") as settings:
        settings.write(MODEL.format(python=sys.executable, program=program, calls=calls) + "[run]\nrepeats = 1\n")
    done = pytest_in(tmp_path, "-n", processes)
    assert done.returncode == 1
    assert f"no verdict: not asked: the budget of {calls if processes == '0' else 1} calls is spent" in done.stdout
    assert 0 < len(count.read_text()) <= calls


@pytest.mark.parametrize("names", [["gw0", "gw1", "gw2"], ["one", "gw1", ""], ["gw0", "gw0x"]], ids=" ".join)
@pytest.mark.parametrize("calls", [0, 1, 2, 7, 100])
def test_the_parts_of_a_budget_are_never_more_than_the_whole(
    calls: int, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", str(len(names)))
    parts = []
    for name in names:
        monkeypatch.setenv("PYTEST_XDIST_WORKER", name)
        parts.append(single._share(Budget(calls, 10 * calls, float(calls))))
    assert sum(part.calls or 0 for part in parts) <= calls
    assert sum(part.tokens or 0 for part in parts) <= 10 * calls
    assert sum(part.money or 0 for part in parts) == pytest.approx(calls)
    assert single._share(Budget()) == Budget()


def project(folder: Path, tests: str) -> None:
    (folder / "suites/shop").mkdir(parents=True)
    (folder / "suites/shop/suite.yaml").write_text(SUITE)
    (folder / "tools.json").write_text(TOOLS)
    (folder / "toolwatch.toml").write_text('[servers.shop]\nfile = "tools.json"\n')
    (folder / "test_shop.py").write_text(tests)


def pytest_in(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-q", *words, "-p", "no:cacheprovider", "--rootdir", str(folder)]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [*command, str(folder)], cwd=folder, capture_output=True, text=True, timeout=120, check=False, env=inherited
    )
