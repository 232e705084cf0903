"""The import floors, and what a pre-commit lint may not pay for."""

import subprocess
import sys

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
