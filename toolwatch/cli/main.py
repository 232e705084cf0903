"""The ``toolwatch`` command: finds its subcommands by folder, turns every outcome into an exit code."""

import errno
import gc
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence

import click

from toolwatch.cli import commands, exits
from toolwatch.cli.exits import Exit
from toolwatch.errors import ToolwatchError
from toolwatch.version import VERSION

WITHOUT_DOCSTRINGS = (
    "python -OO and PYTHONOPTIMIZE=2 leave out the docstrings that help and manuals are made of: run it without"
)
_PLACES = {
    getattr(errno, name)
    for name in (
        *("EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EFBIG", "EIO", "EBUSY"),
        *("ENOENT", "ENOTDIR", "EISDIR", "EEXIST", "ENAMETOOLONG", "ELOOP", "ENXIO", "EILSEQ"),
    )
    if hasattr(errno, name)
}
"""What a system says of a place that cannot be read or written; the user can mend it."""


class Commands(click.Group):
    """Loads a subcommand's file only when it is called, so that each pays for its own imports alone.

    ``commands/NAME.py`` holds a click command called ``command``; an underscore in the file name is a dash.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The files of the commands folder, sorted."""
        return sorted(info.name.replace("_", "-") for info in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}")
        command = module.command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, epilog=exits.HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="toolwatch")
def cli() -> None:
    """Watch the tool descriptions that models read: what changed, what it breaks, which requests it moves."""


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; trouble is one line on stderr, never a traceback."""
    if sys.flags.optimize > 1:
        click.echo(f"toolwatch: {WITHOUT_DOCSTRINGS}", err=True)
        return Exit.USAGE
    try:
        result = cli.main(list(arguments), prog_name="toolwatch", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except (click.Abort, KeyboardInterrupt) as stop:
        if isinstance(stop.__context__, EOFError):
            hint = "--yes answers it where the command has that; see --help"
            click.echo(f"toolwatch: nobody is there to answer a question; {hint}", err=True)
            return Exit.USAGE
        click.echo("toolwatch: interrupted", err=True)
        return Exit.INTERRUPTED
    except ToolwatchError as error:
        click.echo(f"toolwatch: {_inert(str(error))}", err=True)
        return exits.of_error(error)
    except (BrokenPipeError, SystemExit):  # click makes the one the other
        _leave_stdout()
        return Exit.CUT_OFF
    except OSError as error:
        if error.errno not in _PLACES:
            raise
        what = f"use {error.filename}" if error.filename else "write the output"
        click.echo(f"toolwatch: cannot {_inert(what)}: {error.strerror}", err=True)
        return Exit.USAGE
    return result if isinstance(result, int) else Exit.PASS


def main() -> None:
    """Entry point of the console script."""
    _write_anything()
    code: int = Exit.BUG
    try:
        code = run(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # What was found out is known; that nobody reads it to its end changes nothing about it.
        _leave_stdout()
    except Exception as bug:
        import traceback

        lines = traceback.format_exception(bug)
        click.echo(_inert("".join(lines)), err=True)
        click.echo("toolwatch: this is a bug in toolwatch; please report the lines above", err=True)
        code = Exit.BUG
    gc.freeze()  # else the interpreter's last collection walks through all that was read
    sys.exit(int(code))


def _write_anything() -> None:
    """Let a terminal that knows few characters get the others spelt out; a closed stream is None.

    What goes into a file or a pipe is UTF-8 on any machine: HTML and XML say so of themselves, and readers believe it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _leave_stdout() -> None:
    """Send what is still to be written nowhere, so that the interpreter's own end says nothing."""
    sys.stdout = sys.__stdout__
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _inert(text: str) -> str:
    """Escape what a terminal or a CI log would obey: control, bidi and zero-width characters."""
    from toolwatch.model.inert import visible

    return "\n".join(visible(line) for line in text.splitlines())
