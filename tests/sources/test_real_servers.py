"""Real servers from the package registries, installed by these tests; skipped where a registry cannot be reached."""

import fcntl
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import uuid
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from toolwatch.config.settings import Settings
from toolwatch.model.listing import Completeness, Surface
from toolwatch.model.snapshot import Snapshot
from toolwatch.pipeline.lists.observe import observe
from toolwatch.pipeline.lists.targets import Target

pytestmark = pytest.mark.integration

CACHE = Path(tempfile.gettempdir()) / f"toolwatch-real-servers-{os.getuid()}"
MARK = uuid.uuid4().hex
"""In the environment of every server of this run, so that one that is left is found."""
EVERYTHING = "@modelcontextprotocol/server-everything@2026.8.31"


def python_server(*requirements: str) -> Path:
    """The ``bin`` folder of an environment with packages from PyPI, made once and kept."""
    folder = CACHE / "pypi" / "+".join(requirements)
    if not (folder / "installed").exists():
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        quiet = ["-q", "--disable-pip-version-check"]
        install([str(folder / "bin/python"), "-m", "pip", "install", *quiet, *requirements], folder)
    return folder / "bin"


def node_server(package: str) -> Path:
    """The installed folder of one npm package."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed")
    folder = CACHE / "npm" / package.replace("/", "+")
    if not (folder / "installed").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        flags = ["--ignore-scripts", "--no-audit", "--no-fund"]
        install(["npm", "install", "--prefix", str(folder), *flags, package], folder)
    return folder / "node_modules" / package.rpartition("@")[0]


@pytest.fixture(scope="session", autouse=True)
def _one_at_a_time() -> Iterator[None]:
    """Two runs of these tests on one machine share the installed servers, so they take turns."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install(words: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"the registry did not give {folder.name} within 300 s")
    if done.returncode:
        pytest.skip(f"the registry could not give {folder.name}: {done.stderr.strip().splitlines()[-1:]}")
    (folder / "installed").touch()


def look(command: list[str], *, probe: bool = False, **fields: Any) -> Snapshot:
    env = {**fields.pop("env", {}), "TOOLWATCH_TEST_RUN": MARK}
    server = {"command": command[0], "args": command[1:], "env": env, **fields}
    seen = observe(Target("real"), Settings({"servers": {"real": server}}), probe=probe)
    assert seen.coverage.failure == ""
    return seen


def listed(seen: Snapshot) -> dict[Surface, int]:
    return {one.surface: one.items for one in seen.coverage.surfaces if one.listed}


def test_time_has_one_digest_in_two_time_zones() -> None:
    program = str(python_server("mcp-server-time==2026.10.19") / "mcp-server-time")
    first = look([program], env={"TZ": "Asia/Tokyo"}, probe=True)
    second = look([program], env={"TZ": "America/Lima"}, probe=True)
    assert first.tools != second.tools
    assert first.digests == second.digests
    assert first.tool_digests == second.tool_digests
    assert len(first.tools) == 2
    assert first.listing.identity["sdk"]["mcp"]


def test_shell_has_one_digest_on_every_start() -> None:
    program = str(python_server("mcp-shell-server==1.1.14") / "mcp-shell-server")
    digests = {
        look([program], env={"ALLOW_COMMANDS": "ls,cat", "PYTHONHASHSEED": seed}, probe=True).digests
        for seed in ("1", "2", "3")
    }
    assert len(digests) == 1


@pytest.mark.parametrize("packages", [("mcp-server-git==2025.11.25", "mcp<2"), ("mcp-server-git==2026.10.19",)])
def test_git_of_two_generations(packages: tuple[str, ...]) -> None:
    seen = look([str(python_server(*packages) / "mcp-server-git")])
    assert seen.coverage.completeness is Completeness.COMPLETE
    assert len(seen.tools) == 12
    assert "git_status" in {tool.name for tool in seen.tools}


def test_filesystem(tmp_path: Path) -> None:
    package = node_server("@modelcontextprotocol/server-filesystem@2026.8.31")
    seen = look(["node", str(package / "dist/index.js"), str(tmp_path)])
    assert len(seen.tools) == 14
    assert seen.coverage.completeness is Completeness.COMPLETE


def test_playwright() -> None:
    package = node_server("@playwright/mcp@0.0.83")
    seen = look(["node", str(package / "cli.js"), "--headless"])
    assert len(seen.tools) == 25
    assert seen.coverage.completeness is Completeness.COMPLETE


@contextmanager
def serving(script: Path, transport: str) -> Iterator[int]:
    """Run server-everything over HTTP until the block ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        ["node", str(script), transport],
        env={**os.environ, "PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/none", timeout=1).close()
        except urllib.error.HTTPError as error:
            error.close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail("server-everything did not start")


def test_everything_over_three_transports() -> None:
    script = node_server(EVERYTHING) / "dist/index.js"
    over_pipes = look(["node", str(script), "stdio"])
    assert listed(over_pipes)[Surface.TOOLS] == 13
    assert listed(over_pipes)[Surface.PROMPTS] > 0
    assert listed(over_pipes)[Surface.RESOURCES] > 0
    assert over_pipes.listing.instructions
    for transport, path, kind in (("streamableHttp", "mcp", "http"), ("sse", "sse", "sse")):
        with serving(script, transport) as port:
            seen = observe(Target(f"http://127.0.0.1:{port}/{path}"), Settings())
        assert seen.coverage.completeness is Completeness.COMPLETE, seen.coverage
        assert seen.listing.kind == kind
        assert json.dumps([tool.raw for tool in seen.tools]) == json.dumps([tool.raw for tool in over_pipes.tools])
        assert listed(seen) == listed(over_pipes)


def test_nothing_is_left_running() -> None:
    left = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if MARK.encode() in (entry / "environ").read_bytes():
                left.append((entry / "cmdline").read_bytes())
        except OSError:
            continue
    assert left == []
