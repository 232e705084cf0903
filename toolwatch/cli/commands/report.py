"""``toolwatch report``: a stored run in another format."""

import os
import sys
from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, output_option
from toolwatch.cli.progress import watched


@click.command(cls=Command)
@click.argument("run", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--format", "-f", "format_name", default="text", show_default=True, metavar="NAME", help="See --list.")
@click.option("--limit", type=click.IntRange(min=0), default=0, help="Most characters; detail is dropped to fit.")
@click.option(
    "--list",
    "list_formats",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda *given: _list(*given),
    help="Say which formats there are.",
)
@click.option("--open", "open_it", is_flag=True, help="Show the written file in the browser; needs --output.")
@output_option
def command(run: Path, format_name: str, limit: int, open_it: bool, output: Path | None) -> int:
    """Write a stored run in another format.

    A run is stored with: toolwatch check --format json --output run.json

    Example: toolwatch report run.json --format html --output report.html --open
    """
    from toolwatch.model.files import write_whole
    from toolwatch.pipeline.report import render

    if open_it and output is None:
        raise click.UsageError("--open needs --output FILE: there is no file to show otherwise")
    terminal = output is None and watched(sys.stdout)
    colour = terminal and not os.environ.get("NO_COLOR")
    text = render(run, format_name, colour=colour, limit=limit, **_width(terminal))
    if output is None:
        click.echo(text, nl=False)
        return Exit.PASS
    write_whole(output, text)
    if open_it:
        click.launch(str(output))
    return Exit.PASS


def _width(terminal: bool) -> dict[str, int]:
    import shutil

    return {"width": shutil.get_terminal_size().columns} if terminal else {}


def _list(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from toolwatch.report import known_formats

    for name, chosen in known_formats().items():
        click.echo(f"{name:12}{(chosen.__doc__ or '').splitlines()[0]}")
    context.exit()
