"""The command's frame: help, exit codes, errors in one line, bugs said to be bugs."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
import pytest

from tests.conftest import ROOT
from toolwatch.cli import commands, exits
from toolwatch.cli.exits import Exit, of_error, of_verdict
from toolwatch.cli.main import WITHOUT_DOCSTRINGS, Commands, cli, run
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


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("x" * 300 + ".json", "File name too long"),
        ("\u00e9" * 120 + ".json", ""),
        ("tools.json/x.json", "Not a directory"),
        ("tools.json/deep/x.json", "Not a directory"),
        ("loop/x.json", "Too many levels of symbolic links"),
        ("/dev/null/x.json", "Not a directory"),
        ("/proc/x.json", "No such file or directory"),
    ],
    ids=["long", "nearly too long", "below a file", "far below a file", "a loop", "a device", "no real folder"],
)
@pytest.mark.parametrize(
    "command", ["diff tools.json tools.json", "lint tools.json", "check tools.json --base tools.json"]
)
def test_a_place_that_cannot_be_written_to_is_one_line(
    command: str,
    place: str,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tools.json").write_text('{"tools": []}')
    (tmp_path / "loop").symlink_to("loop")
    code = run([*command.split(), "-f", "json", "-o", place])
    err = capsys.readouterr().err.strip()
    if not says:
        assert (code, (tmp_path / place).is_file()) == (0, True), err
        return
    assert (code, len(err.splitlines())) == (2, 1), err
    assert err.startswith("toolwatch: cannot use ")
    assert err.endswith(says)
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


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


@pytest.mark.parametrize(
    ("stop", "code", "says"), [(EOFError, 2, "nobody is there to answer"), (KeyboardInterrupt, 130, "interrupted")]
)
def test_a_question_without_an_answer_is_told_from_an_interrupt(
    stop: type[BaseException],
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    @click.command()
    def asking() -> None:
        click.confirm("Go on?")

    def answer(*_: object) -> NoReturn:
        raise stop

    monkeypatch.setattr(Commands, "get_command", lambda *_: asking)
    monkeypatch.setattr("click.termui.visible_prompt_func", answer)
    assert run(["x"]) == code
    assert says in capsys.readouterr().err


REPORT = """
import sys
import click
import toolwatch.cli.main as m
@click.command()
def failing():
    for line in {lines}:
        click.echo(line)
    return 1
m.Commands.get_command = lambda *_: failing
sys.argv = ["toolwatch", "x"]
m.main()
"""
SHORT = "['the gate failed']"
LONG = "['the gate failed'] * 100_000"


@pytest.mark.parametrize(
    ("lines", "shell", "codes"),
    [
        pytest.param(SHORT, "{} | :", {1, 141}, id="short, nobody reads"),
        pytest.param(SHORT, "{} | head -1", {1}, id="short, the first line is read"),
        pytest.param(LONG, "{} | head -1", {141}, id="long, the first line is read"),
        pytest.param(SHORT, "{} >&-", {1}, id="stdout is closed"),
        pytest.param(SHORT, "{} 2>&-", {1}, id="stderr is closed"),
        pytest.param(repr(["\u2585 caf\u00e9"]), "PYTHONIOENCODING=ascii {}", {1}, id="ASCII"),
        pytest.param(repr(["\u2585"]), "PYTHONIOENCODING=cp1252 {}", {1}, id="Windows' code page"),
        pytest.param(repr(["\ud800"]), "PYTHONIOENCODING=utf-8 {}", {1}, id="half a pair"),
    ],
)
def test_where_the_output_goes_does_not_turn_a_failure_into_a_pass(
    lines: str, shell: str, codes: set[int], tmp_path: Path
) -> None:
    script = tmp_path / "x.py"
    script.write_text(REPORT.replace("{lines}", lines), encoding="utf-8")
    command = "set -o pipefail; " + shell.format(f"{sys.executable} {script}")
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode in codes, done.stderr
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16", "utf-8"])
def test_what_is_written_to_a_file_is_utf_8_on_any_machine(encoding: str, tmp_path: Path) -> None:
    """HTML and XML name their encoding in the text, so the locale has no say in it."""
    script = tmp_path / "x.py"
    script.write_text(REPORT.replace("{lines}", repr(["\u2585 caf\u00e9 \ud800"])), encoding="utf-8")
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, env=environ, cwd=tmp_path, check=False)
    assert done.stdout == "\u2585 caf\u00e9 \\ud800\n".encode()


@pytest.mark.parametrize("arguments", [[], ["--help"], ["lint", "x.json"], ["schema", "report"], ["rules"]])
def test_without_docstrings_it_says_so_in_one_line(arguments: list[str], tmp_path: Path) -> None:
    """Help, manuals and the published schemas are made of them."""
    command = [sys.executable, "-OO", "-m", "toolwatch", *arguments]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environ, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"toolwatch: {WITHOUT_DOCSTRINGS}\n")


def below(command: click.Command, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    """The command and all that it holds, with their names."""
    found = [(path, command)]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            held = command.get_command(context, name)
            assert held is not None
            found += below(held, (*path, name))
    return found


@pytest.mark.parametrize(("path", "command"), [pytest.param(*one, id=" ".join(one[0])) for one in below(cli)])
def test_every_option_may_be_left_out(path: tuple[str, ...], command: click.Command) -> None:
    with click.Context(command, info_name=path[-1] if path else "toolwatch") as context:
        for parameter in command.get_params(context):
            if not parameter.required and not parameter.is_eager:
                parameter.handle_parse_result(context, {}, [])


def test_a_closed_pipe_is_no_trouble(tmp_path: Path) -> None:
    reader: Any = subprocess.Popen(
        f"{sys.executable} -m toolwatch rules | head -1", shell=True, cwd=tmp_path, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    out, err = reader.communicate(timeout=60)
    assert out
    assert "Traceback" not in err
    assert "Broken" not in err


@pytest.mark.parametrize("name", ["--baseline=base-tools.json", "--config=tools.json", "-o.tools.json", "--help"])
@pytest.mark.parametrize("command", ["hook", "lint", "diff", "check", "snapshot", "preview"])
def test_a_file_that_reads_as_an_option_is_none(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in (name, "tools.json"):
        (tmp_path / file).write_text('{"tools": []}')
    assert run([command, name, "tools.json"]) == Exit.USAGE
    assert "is a file here and reads as an option" in capsys.readouterr().err


LISTED = '{"tools": [{"name": "pay", "description": "Pay an invoice in full.", "inputSchema": {"type": "object"}}]}'
STREAMS = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]


@pytest.mark.parametrize("closed", STREAMS)
@pytest.mark.parametrize(
    "command", ["lint tools.json", "snapshot shop", "discover", "mcp", "check shop --base tools.json"]
)
def test_a_stream_that_is_closed_changes_no_code(command: str, closed: str, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(LISTED)
    (tmp_path / "toolwatch.toml").write_text('[servers.shop]\nfile = "tools.json"\n')
    line = f"{shlex.quote(sys.executable)} -m toolwatch {command} "
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        ["sh", "-c", line + closed], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60
    )
    silent = command == "mcp" and closed != "2>&-"
    assert done.returncode == (Exit.USAGE if silent else Exit.PASS), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ("lint tools.json --format json", "write the output"),
        ("lint tools.json -o missing/out.json", "use missing/out.json"),
        ("snapshot shop", "use snapshots/shop.json"),
        ("convert shop --to anthropic -o missing/out.json", "use missing/out.json"),
    ],
)
def test_a_full_disk_is_said_with_its_place(command: str, where: str, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(LISTED)
    (tmp_path / "toolwatch.toml").write_text('[servers.shop]\nfile = "tools.json"\n')
    limited = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "sys.dont_write_bytecode = True\n"
        "from toolwatch.cli.main import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
        "main()\n"
    )
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", limited, *command.split()],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == Exit.USAGE
    assert done.stderr.replace(f"{tmp_path}/", "").startswith(f"toolwatch: cannot {where}: "), done.stderr
    assert len(done.stderr.splitlines()) == 1
    left = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(left) == ["tools.json", "toolwatch.toml"]
