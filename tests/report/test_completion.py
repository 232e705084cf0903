"""Shell completion: a script for each shell, and what it completes."""

import os
import subprocess
import sys

import pytest

from toolwatch.cli.main import run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert "_TOOLWATCH_COMPLETE" in capsys.readouterr().out


def test_commands_are_completed() -> None:
    env = {**os.environ, "_TOOLWATCH_COMPLETE": "bash_complete", "COMP_WORDS": "toolwatch comp", "COMP_CWORD": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", "toolwatch"], env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.stdout == "plain,completion\n"
