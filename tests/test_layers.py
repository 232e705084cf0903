"""The import floors, and what a pre-commit lint may not pay for."""

import json
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


HEAVY = ("mcp", "deepdiff", "git", "numpy", "openai", "jinja2", "jsonschema", "rich", "asyncio")


@pytest.mark.parametrize("format_name", ["text", "json"])
def test_lint_of_a_file_imports_nothing_heavy(format_name: str, tmp_path: Path) -> None:
    """The pre-commit hook runs on every commit; issue 2 names what it may not import."""
    tools = [
        {"name": f"tool_{n}", "description": "Read one entry.", "inputSchema": {"type": "object"}} for n in range(40)
    ]
    (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
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


def test_lint_of_forty_tools_is_quick(tmp_path: Path) -> None:
    """0.4 s of CPU cold, the best of five since machines are noisy; as a ratio to a bare interpreter beside it."""
    tools = [
        {"name": f"tool_{n}", "description": "Read one entry.", "inputSchema": {"type": "object"}} for n in range(40)
    ]
    (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
    lint = [sys.executable, "-m", "toolwatch", "lint", "tools.json"]
    best = min(cpu(lint, tmp_path) for _ in range(5))
    assert best < 0.4, f"{best:.2f} s, {best / cpu([sys.executable, '-c', ''], tmp_path):.0f} times a bare start"


def cpu(command: list[str], folder: Path) -> float:
    """CPU seconds of a command, its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
