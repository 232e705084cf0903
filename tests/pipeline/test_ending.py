"""What is left of what toolwatch started when it is told to end: nothing, whatever it was doing and however it was
started."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.pipeline.test_observe import HOSTILE
from tests.sources.copies import running

OBSERVING = """
from toolwatch.cli.main import main
sys.argv = ["toolwatch", "lint", "--", *{server!r}]
main()
"""
WAITING = """
from toolwatch.config.servers import ServerSettings
from toolwatch.pipeline.listening import wait
first, *rest = {server!r}
try:
    wait([ServerSettings(command=first, args=tuple(rest))], 60)
except KeyboardInterrupt:
    sys.exit("toolwatch: interrupted")
"""
ASKING = """
from toolwatch.cli.main import main
sys.argv = ["toolwatch", "run"]
main()
"""
PROJECT = """
[servers.shop]
file = "tools.json"
[models.program]
provider = "command"
command = {server}
timeout = 1.5
[run]
model = "program"
"""
SUITE = "server: shop\ncases:\n  - {id: a, request: Look at it., expect: look}\n"
TOOLS = '[{"name": "look", "description": "Look.", "inputSchema": {"type": "object"}}]'


def started(code: str, folder: Path, *, ignored: bool) -> subprocess.Popen[str]:
    """A toolwatch at work; a shell starts what runs in the background with SIGINT ignored."""
    handler = "SIG_IGN" if ignored else "default_int_handler"
    before = f"import signal, sys\nsignal.signal(signal.SIGINT, signal.{handler})\n"
    return subprocess.Popen([sys.executable, "-c", before + code], stderr=subprocess.PIPE, text=True, cwd=folder)


def until(pids: Path) -> None:
    """Wait for the process that toolwatch starts."""
    deadline = time.monotonic() + 30
    while not pids.exists() and time.monotonic() < deadline:
        time.sleep(0.005)


@pytest.fixture
def server(tmp_path: Path) -> list[str]:
    return [*HOSTILE, "stubborn-silent", str(tmp_path)]


@pytest.fixture
def project(tmp_path: Path, server: list[str]) -> Path:
    (tmp_path / "toolwatch.toml").write_text(PROJECT.format(server=server).replace("'", '"'))
    (tmp_path / "tools.json").write_text(TOOLS)
    (tmp_path / "suites/shop").mkdir(parents=True)
    (tmp_path / "suites/shop/suite.yaml").write_text(SUITE)
    return tmp_path


@pytest.mark.parametrize("ignored", [False, True], ids=["in front", "in the background of a script"])
@pytest.mark.parametrize("doing", [OBSERVING, WAITING, ASKING], ids=["observing", "waiting", "asking"])
def test_a_request_to_end_is_heard_and_leaves_nothing(
    doing: str, ignored: bool, project: Path, server: list[str]
) -> None:
    process = started(doing.format(server=server), project, ignored=ignored)
    until(project / "pids")
    os.kill(process.pid, signal.SIGTERM)
    _, err = process.communicate(timeout=30)
    assert err.strip().splitlines()[-1] == "toolwatch: interrupted"
    assert process.returncode == (1 if doing is WAITING else 130)
    assert not running(HOSTILE[-1], "stubborn-silent")
    child = Path("/proc") / (project / "pids").read_text().split()[1] / "cmdline"
    assert not child.exists() or not child.read_bytes()
