"""``toolwatch noise``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, command_target, config_option, format_option, output_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("target", required=False, default="")
@click.option(
    "--suite",
    type=click.Path(path_type=Path, exists=True),
    help="Folder or file of the suite. Default: the suites of the server.",
)
@click.option("--model", default="", metavar="MODEL", help="A configured model, or PROVIDER:MODEL.")
@click.option(
    "--placebos", type=click.IntRange(min=1), help="How many edits to try, beside asking again.  [default: all]"
)
@click.option(
    "--budget", multiple=True, metavar="LIMIT", help="Spend no more: 200, calls=200, tokens=50000, money=1.5."
)
@click.option("--keep/--no-keep", default=True, show_default=True, help="Write noise.yaml beside the suite.")
@format_option("text", "json")
@output_option
@config_option
def command(
    target: str,
    suite: Path | None,
    model: str,
    placebos: int | None,
    budget: tuple[str, ...],
    keep: bool,
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    """Ask the suites of TARGET under edits that mean nothing, and keep which cases move.

    Such a case is fragile: its flip after a real edit is reported apart and does not count as evidence about the
    edit. The fewer there are, the further a model and a list of tools can be trusted. What is known already is not
    replaced by fewer edits on the same list and cases.
    """
    import json

    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline import noise
    from toolwatch.pipeline.lists.targets import Target, parse
    from toolwatch.pipeline.rerun.asking import budget_of

    words = command_target()
    if not target and not words:
        raise click.UsageError("name a target: a server, a file, a URL, or -- COMMAND ARGS")
    request = noise.Request(
        Target(command=words) if words else parse(target), suite, model, placebos or 0, budget_of(budget), keep
    )
    with progress() as tell:
        heard = noise.measure(request, load(config), progress=tell)
    text = json.dumps(noise.document(heard), indent=2, ensure_ascii=False) + "\n"
    text = text if format_name == "json" else noise.text(heard)
    if output is None:
        click.echo(text, nl=False)
    else:
        from toolwatch.model.files import write_whole

        write_whole(output, text)
    for file in heard.files:
        click.echo(f"toolwatch: written to {file}", err=True)
    for note in heard.notes:
        click.echo(f"toolwatch: {one_line(note)}", err=True)
    click.echo(f"toolwatch: {heard.spent}", err=True)
    return Exit.PASS
