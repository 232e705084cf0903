"""The import floors, and what a pre-commit lint may not pay for."""

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


def test_rooms_import_only_downwards() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("shared", ["lists", "rerun"])
def test_what_jobs_share_knows_no_job(shared: str) -> None:
    """Else a change of one job would reach another by the back door."""
    modules = sorted((ROOT / "toolwatch" / "pipeline" / shared).glob("*.py"))
    assert len(modules) > 4
    own = re.compile(r"^\s*(?:from|import) toolwatch\.pipeline(?!\.(?:lists|rerun)\b).*$", re.MULTILINE)
    assert {module.name: own.findall(module.read_text()) for module in modules if own.search(module.read_text())} == {}


HEAVY = ("pydantic", "mcp", "deepdiff", "git", "numpy", "openai", "jinja2", "jsonschema", "rich", "asyncio")


@pytest.mark.parametrize("format_name", ["text", "json"])
def test_lint_of_a_file_imports_nothing_heavy(format_name: str, tmp_path: Path) -> None:
    """The pre-commit hook runs on every commit; issue 2 names what it may not import."""
    write_tools(tmp_path)
    code = (
        "import sys; from toolwatch.cli.main import run; "
        f"code = run(['lint', 'tools.json', '--format', '{format_name}']); "
        "print(code, *sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    exit_code, *modules = done.stderr.split()
    assert exit_code in "01"
    assert not set(HEAVY) & set(modules)


@pytest.mark.slow
def test_lint_of_forty_tools_is_quick(tmp_path: Path) -> None:
    """0.4 s of CPU in a fresh process, compiled once as installed programs are; the best, since machines are noisy.

    On its own, since another test beside it on two cores costs it a third more.
    """
    write_tools(tmp_path)
    lint = [sys.executable, "-m", "toolwatch", "lint", "tools.json"]
    best = min(cpu(lint, tmp_path) for _ in range(6))
    assert best < 0.4, f"{best:.2f} s, {best / cpu([sys.executable, '-c', ''], tmp_path):.0f} times a bare start"


def write_tools(folder: Path) -> None:
    """Forty tools as a project would have them."""
    tools = json.loads((ROOT / "suites/helpdesk/tools.json").read_text())
    kinds = tools["tools"] if isinstance(tools, dict) else tools
    many = [
        {**kinds[number % len(kinds)], "name": f"{kinds[number % len(kinds)]['name']}_{number}"} for number in range(40)
    ]
    (folder / "tools.json").write_text(json.dumps({"tools": many}))


def cpu(command: list[str], folder: Path) -> float:
    """CPU seconds of a command, its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=60, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
