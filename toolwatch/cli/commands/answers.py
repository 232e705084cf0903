"""``toolwatch answers``."""

from pathlib import Path

import click

from toolwatch.cli.exits import HELP, Exit
from toolwatch.cli.options import config_option


@click.group(name="answers", epilog=HELP)
def command() -> None:
    """Write stored answers beside their suites, where they can be read and reviewed, and take them back in."""


@command.command(name="export", epilog=HELP)
@click.argument("suites", nargs=-1)
@config_option
def export(suites: tuple[str, ...], config: Path | None) -> int:
    """Write the stored answers to the cases of SUITES (default: all) to SUITE/recordings, one file a model.

    Secrets are left out. With the recordings taken in elsewhere, `replay:PROVIDER:MODEL` runs without any model.
    """
    from toolwatch.config.settings import load
    from toolwatch.pipeline import answers

    for path in answers.export(load(config), suites):
        click.echo(path)
    return Exit.PASS


@command.command(name="import", epilog=HELP)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, dir_okay=False))
@config_option
def take_in(files: tuple[Path, ...], config: Path | None) -> int:
    """Take recordings from FILES (default: those beside all suites) into the store; what is there already stays."""
    from toolwatch.config.settings import load
    from toolwatch.pipeline import answers

    for taken in answers.take_in(load(config), files):
        click.echo(f"{taken.file}: {taken.new} of {taken.answers} answers are new")
    return Exit.PASS
