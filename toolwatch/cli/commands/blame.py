"""``toolwatch blame``."""

from pathlib import Path

import click

from toolwatch.cli import exits
from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, base_option, command_target, config_option, format_option, output_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("targets", nargs=-1)
@base_option("What to compare with, as for `toolwatch check`.")
@click.option(
    "--suite",
    type=click.Path(path_type=Path, exists=True),
    help="Folder or file of the suite to rerun on the one target. Default: the suites of its server.",
)
@click.option(
    "--select",
    type=click.Choice(["affected", "all"]),
    default="affected",
    show_default=True,
    help="Which cases are looked at for having moved.",
)
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only this moved case; may be given again.")
@click.option("--model", "models", multiple=True, metavar="MODEL", help="A configured model, or PROVIDER:MODEL.")
@click.option(
    "--budget", multiple=True, metavar="LIMIT", help="Spend no more on the search: 200, calls=200, tokens=50000."
)
@format_option("text", "json")
@output_option
@config_option
def command(
    targets: tuple[str, ...],
    base: str,
    suite: Path | None,
    select: str,
    cases: tuple[str, ...],
    models: tuple[str, ...],
    budget: tuple[str, ...],
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    """Find for every case that an edit moved the smallest part of the edit that moves it: tool, field, sentence.

    Asks the model about parts of the edit; what it was asked before is not asked again.
    """
    from toolwatch.config.settings import load
    from toolwatch.model.files import write_whole
    from toolwatch.pipeline.blame import blame, known
    from toolwatch.pipeline.check import Ask, check
    from toolwatch.pipeline.lists.targets import Target, parse
    from toolwatch.pipeline.rerun.asking import budget_of
    from toolwatch.pipeline.rerun.cases import Wish
    from toolwatch.runner import blaming

    settings = load(config)
    words = command_target()
    wanted = (*(parse(text) for text in targets), *([Target(command=words)] if words else []))
    with progress() as tell:
        report = check(
            Ask(wanted, base=base, suite=suite, wish=Wish(select, models)),
            settings,
            progress=tell,
            ready=lambda _, suites: known(cases, suites),
        )
        found = blame(report, settings, models=models, budget=budget_of(budget), cases=cases, progress=tell)
    blind = report.verdict.blind
    text = blaming.render(
        found.blamed,
        format_name,
        asked=bool(report.outcomes),
        changed=bool(report.changes),
        blind=[reason.text for reason in blind],
    )
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    click.echo(f"toolwatch: {report.spent + found.spent}; {found.spent.calls} of the calls for the search", err=True)
    if blind:
        return exits.of_blind(blind)
    return Exit.PASS if all(one.complete for one in found.blamed) else Exit.NO_VERDICT
