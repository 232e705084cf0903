"""The command's frame: help, exit codes, errors in one line, bugs said to be bugs."""

import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
import pytest

from toolwatch.cli import commands, exits
from toolwatch.cli.exits import Exit, of_error, of_verdict
from toolwatch.cli.main import Commands, run
from toolwatch.errors import ConfigError, ModelError, NotAtRef, ObservationError, SuiteError, ToolwatchError, UsageError
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict

NAMES = sorted(file.stem.replace("_", "-") for file in Path(commands.__path__[0]).glob("[a-z]*.py"))
PUBLIC = {"snapshot", "diff", "lint", "affected", "run", "check", "rules", "schema"}


def test_the_public_commands_are_there() -> None:
    assert set(NAMES) >= PUBLIC


@pytest.mark.parametrize("name", ["", *NAMES])
def test_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*([name] if name else []), "--help"]) == 0
    out = capsys.readouterr().out
    assert "Usage: toolwatch" in out
    if not name:
        assert all(command in out for command in NAMES)
        assert "3 a server or a" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Usage"),
        (["nope"], "No such command 'nope'"),
        (["check", "--nope"], "No such option"),
        (["check", "--select", "some"], "'some' is not one of"),
        (["rules", "TW999"], "TW999"),
    ],
)
def test_usage_errors(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert says in said.err + said.out
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), Exit.USAGE),
        (ConfigError("x"), Exit.USAGE),
        (SuiteError("x"), Exit.USAGE),
        (ToolwatchError("x"), Exit.USAGE),
        (ObservationError("x"), Exit.NOT_OBSERVED),
        (NotAtRef("x"), Exit.NOT_OBSERVED),
        (ModelError("x"), Exit.NO_VERDICT),
    ],
    ids=lambda value: type(value).__name__,
)
def test_codes_of_errors(error: ToolwatchError, code: Exit) -> None:
    assert of_error(error) is code


@pytest.mark.parametrize(
    ("decision", "blames", "code"),
    [
        (Decision.PASS, [], Exit.PASS),
        (Decision.FAIL, [Blame.GATE], Exit.GATE_FAILED),
        (Decision.REVIEW, [Blame.GATE], Exit.GATE_FAILED),
        (Decision.UNKNOWN, [Blame.MODELS], Exit.NO_VERDICT),
        (Decision.UNKNOWN, [Blame.OBSERVATION], Exit.NOT_OBSERVED),
        (Decision.UNKNOWN, [Blame.OBSERVATION, Blame.MODELS], Exit.NOT_OBSERVED),
        (Decision.UNKNOWN, [Blame.MODELS, Blame.GATE], Exit.NO_VERDICT),
    ],
)
def test_codes_of_verdicts(decision: Decision, blames: list[Blame], code: Exit) -> None:
    verdict = Verdict(decision, tuple(Reason("x", True, blame) for blame in blames))
    assert of_verdict(verdict) is code


def test_every_code_is_explained_in_help() -> None:
    assert set(exits.MEANINGS) == set(Exit)
    assert all(str(code.value) in exits.HELP for code in Exit)


def raising(error: BaseException) -> click.Command:
    @click.command()
    def command() -> NoReturn:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (UsageError("bad\x1b[31m name"), 2, r"toolwatch: bad\u{1b}[31m name"),
        (ObservationError("gone"), 3, "toolwatch: gone"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (OSError(28, "No space left on device", "out.json"), 2, "cannot use out.json: No space left on device"),
    ],
    ids=["usage", "observation", "interrupt", "disk"],
)
def test_trouble_is_one_inert_line(
    error: BaseException, code: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Commands, "get_command", lambda *_: raising(error))
    assert run(["x"]) == code
    err = capsys.readouterr().err
    assert says in err
    assert "\x1b" not in err
    assert len(err.strip().splitlines()) == 1


def test_a_bug_says_that_it_is_one(tmp_path: Path) -> None:
    code = (
        "import toolwatch.cli.main as m, click\n"
        "@click.command()\n"
        "def broken(): raise KeyError('\\x1b[31m')\n"
        "m.Commands.get_command = lambda *a: broken\n"
        "import sys; sys.argv = ['toolwatch', 'x']; m.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 70
    assert "this is a bug in toolwatch" in done.stderr
    assert "\x1b" not in done.stderr


def test_a_closed_pipe_is_no_trouble(tmp_path: Path) -> None:
    reader: Any = subprocess.Popen(
        f"{sys.executable} -m toolwatch rules | head -1", shell=True, cwd=tmp_path, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    out, err = reader.communicate(timeout=60)
    assert out
    assert "Traceback" not in err
    assert "Broken" not in err
