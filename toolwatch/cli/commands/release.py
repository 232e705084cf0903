"""``toolwatch release``."""

from pathlib import Path

import click

from toolwatch.cli import exits
from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("tag")
@click.option("--model", "models", multiple=True, metavar="MODEL", help="A configured model, or PROVIDER:MODEL.")
@click.option("--accept", default="", metavar="REASON", help="Record it although the gate fails, with this reason.")
@click.option("--dry-run", is_flag=True, help="Score and judge, record nothing.")
@config_option
def command(tag: str, models: tuple[str, ...], accept: str, dry_run: bool, config: Path | None) -> int:
    r"""Score every suite as it is now and record the numbers under TAG, beside the snapshots.

    A drop of more than two points against the last release that has a verdict fails the gate, and is not recorded; nor
    is a release with tasks that were not answered, or without a suite or model that the release before has.

    \b
    toolwatch release v1.4.0 --model openai:gpt-4.1-mini
    """
    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.release import release
    from toolwatch.report.history import history_text

    settings = load(config)
    with progress() as tell:
        done = release(tag, settings, models=models, accept=accept, dry_run=dry_run, progress=tell)
    blind = done.verdict.blind
    for reason in blind:
        click.echo(one_line(reason.text))
    click.echo(history_text(done.lines), nl=False)
    for reason in done.verdict.reasons:
        if reason not in blind:
            click.echo(("" if reason.blocks else "note: ") + one_line(reason.text))
    if done.recorded:
        click.echo(f"recorded in {done.file}")
        return Exit.PASS
    click.echo("not recorded" if dry_run else "not recorded; --accept REASON records it all the same")
    return exits.of_verdict(done.verdict)
