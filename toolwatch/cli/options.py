"""Options and arguments that commands share, and how a target is written."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from toolwatch.cli import exits
from toolwatch.model.inert import one_line

F = TypeVar("F", bound=Callable[..., Any])

SUFFIXES = {
    ".html": "html",
    ".md": "markdown",
    ".json": "json",
    ".xml": "junit",
    ".sarif": "sarif",
    ".txt": "text",
}
"""The format that a file of that name holds."""

AFTER_DASHES = "toolwatch.command_target"


class Command(click.Command):
    """A command whose ``-- COMMAND ARGS`` is a target: a stdio server to start. Exit codes end its help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("epilog", exits.HELP)
        super().__init__(*args, **kwargs)
        if self.help:
            # A raw docstring holds click's mark for "do not rewrap" as two characters.
            self.help = self.help.replace("\\b\n", "\b\n")

    def invoke(self, ctx: click.Context) -> Any:
        """Without --format, what --output is called says which one is meant."""
        given = ctx.get_parameter_source("format_name")
        output = ctx.params.get("output")
        if given is ParameterSource.DEFAULT and isinstance(output, Path):
            wanted = SUFFIXES.get(output.suffix, "")
            option = next(param for param in self.params if param.name == "format_name")
            if wanted and wanted in _choices(option.type):
                ctx.params["format_name"] = wanted
        return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Cut the arguments at ``--`` and keep what follows for ``command_target``.

        A hook hands over the names of the files of a commit, which a stranger may have chosen: one that reads as an
        option is refused.
        """
        if "--" in args:
            cut = args.index("--")
            ctx.meta[AFTER_DASHES] = tuple(args[cut + 1 :])
            args = args[:cut]
        for text in args:
            if text.startswith("-") and _is_file(text):
                raise click.UsageError(
                    f"{one_line(text, 80)} is a file here and reads as an option: write ./ before it", ctx
                )
        return super().parse_args(ctx, args)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def command_target() -> tuple[str, ...]:
    """What stood behind ``--`` on the command line, or an empty tuple."""
    words: tuple[str, ...] = click.get_current_context().meta.get(AFTER_DASHES, ())
    return words


def config_option(function: F) -> F:
    """``--config FILE``."""
    return click.option(
        "--config",
        "config",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Configuration: toolwatch.toml, pyproject.toml or an MCP client's file. "
        "Default: the nearest toolwatch.toml or pyproject.toml upwards.",
    )(function)


def base_option(text: str) -> Callable[[F], F]:
    """``--base BASE``; one that is empty (a variable that is not set) must not quietly mean the default."""

    def given(context: click.Context, option: click.Parameter, value: str) -> str:
        if not value and context.get_parameter_source(option.name or "") is not ParameterSource.DEFAULT:
            raise click.BadParameter("is empty; leave it out for what is committed at HEAD")
        return value

    return click.option("--base", metavar="BASE", default="", callback=given, help=text)


def output_option(function: F) -> F:
    """``--output FILE``."""
    return click.option(
        "--output",
        "-o",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Write the result to FILE instead of stdout, in the format of its name where --format is not given; it "
        "appears whole or not at all.",
    )(function)


if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    # The class of an older click takes no argument.
    _Text = click.ParamType


class FormatName(_Text, ABC):
    """The name of a format: a folder says which there are, and is looked at no sooner than somebody asks."""

    name = "format"

    @abstractmethod
    def known(self) -> Sequence[str]:
        """The names."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse an unknown name before anything is done for it."""
        if str(value) not in self.known():
            self.fail(f"{str(value)!r} is none of {', '.join(self.known())}", param, ctx)
        return str(value)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """All names, for the help."""
        return f"[{'|'.join(self.known())}]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(name) for name in self.known() if name.startswith(incomplete)]


class ReportFormat(FormatName):
    """A report format that writes a ``part``; only the one named is imported."""

    def __init__(self, part: str) -> None:
        self.part = part

    def known(self) -> Sequence[str]:
        """Those of the registry."""
        from toolwatch import report

        return report.formats_of(self.part)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse an unknown name before anything is done for it, in the registry's own words."""
        from toolwatch import report
        from toolwatch.errors import UsageError

        try:
            return report.chosen(str(value), self.part).name
        except UsageError as error:
            self.fail(str(error), param, ctx)


class LintFormat(FormatName):
    """A format of the linter's own."""

    def known(self) -> Sequence[str]:
        """Those of its folder."""
        from toolwatch.lint import formats

        return formats.names()


def _choices(kind: object) -> Collection[str]:
    """The formats that a command writes."""
    if isinstance(kind, FormatName):
        return kind.known()
    return kind.choices if isinstance(kind, click.Choice) else ()


def report_format_option(part: str) -> Callable[[F], F]:
    """``--format`` of a command that writes that part of a report, for people by default."""
    return click.option("--format", "-f", "format_name", type=ReportFormat(part), default="text", show_default=True)


def lint_format_option(function: F) -> F:
    """``--format`` of the linter."""
    return click.option("--format", "-f", "format_name", type=LintFormat(), default="text", show_default=True)(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """``--format``, the first of ``formats`` by default."""
    return click.option(
        "--format", "-f", "format_name", type=click.Choice(formats), default=formats[0], show_default=True
    )
