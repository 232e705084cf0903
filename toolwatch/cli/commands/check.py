"""``toolwatch check``."""

from pathlib import Path

import click

from toolwatch.cli import exits
from toolwatch.cli.options import (
    Command,
    base_option,
    command_target,
    config_option,
    output_option,
    report_format_option,
)
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("targets", nargs=-1)
@base_option(
    "What to compare with: a git ref, or for one target a snapshot, a definition file or any other target. "
    "Default: what is committed at HEAD."
)
@click.option(
    "--suite",
    type=click.Path(path_type=Path, exists=True),
    help="Folder or file of the suite to rerun on the one target. Default: the suites of its server.",
)
@click.option(
    "--select",
    type=click.Choice(["affected", "all", "none"]),
    help="Which cases are rerun. Default: as configured, else affected; of the others a sample is taken, and a bound "
    "on the rest is printed.",
)
@click.option("--model", "models", multiple=True, metavar="MODEL", help="A configured model, or PROVIDER:MODEL.")
@click.option(
    "--budget", multiple=True, metavar="LIMIT", help="Spend no more: 200, calls=200, tokens=50000, money=1.5."
)
@click.option(
    "--consumers",
    multiple=True,
    metavar="PATH",
    type=click.Path(path_type=Path, exists=True),
    help="After a rename or a removal, look here for files that still use the old name; .gitignore is respected.",
)
@report_format_option("check")
@output_option
@config_option
def command(
    targets: tuple[str, ...],
    base: str,
    suite: Path | None,
    select: str | None,
    models: tuple[str, ...],
    budget: tuple[str, ...],
    consumers: tuple[Path, ...],
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    r"""Compare TARGETS with how they were, rerun the cases that the edit can have moved, and decide.

    A target is a server's name in the configuration, a definition file, a URL, or -- COMMAND ARGS; without any, every
    configured server is checked.

    \b
    toolwatch check                             the working tree against HEAD
    toolwatch check --base origin/main          what a pull request changes
    toolwatch check shop --format markdown -o comment.md
    toolwatch check new.json --base old.json --suite suites/shop
    """
    from toolwatch import report
    from toolwatch.config.settings import load
    from toolwatch.pipeline.check import Ask, check
    from toolwatch.pipeline.lists.targets import Target, parse
    from toolwatch.pipeline.placing import placed
    from toolwatch.pipeline.report import with_releases
    from toolwatch.pipeline.rerun.asking import budget_of
    from toolwatch.pipeline.rerun.cases import Wish

    settings = load(config)
    words = command_target()
    wanted = (*(parse(text) for text in targets), *([Target(command=words)] if words else []))
    ask = Ask(wanted, base=base, suite=suite, consumers=consumers, wish=Wish(select or "", models, budget_of(budget)))
    with progress() as tell:
        found = placed(with_releases(check(ask, settings, progress=tell), settings), Path())
    text = report.render(found, format_name)
    if output is None:
        click.echo(text, nl=False)
    else:
        from toolwatch.model.files import write_whole

        write_whole(output, text)
    return exits.of_verdict(found.verdict)
