"""``toolwatch run``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, command_target, config_option, format_option, output_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("targets", nargs=-1)
@click.option(
    "--suite",
    type=click.Path(path_type=Path, exists=True),
    help="Folder or file of the suite to run on the one target. Default: the suites of its server.",
)
@click.option("--case", "cases", multiple=True, metavar="ID", help="Only the case of that id; may be given again.")
@click.option("--model", default="", metavar="MODEL", help="A configured model, or PROVIDER:MODEL.")
@click.option("--repeats", type=click.IntRange(1, 50), help="How often each case is asked.  [default: run.repeats]")
@click.option(
    "--budget", multiple=True, metavar="LIMIT", help="Spend no more: 200, calls=200, tokens=50000, money=1.5."
)
@format_option("text", "json")
@output_option
@config_option
def command(
    targets: tuple[str, ...],
    suite: Path | None,
    cases: tuple[str, ...],
    model: str,
    repeats: int | None,
    budget: tuple[str, ...],
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    """Run the suites of TARGETS on the lists as they are, and say where each request goes.

    Fails when a case goes wrong or is unstable; a case without an answer is no verdict.
    """
    import json

    from toolwatch.config.settings import load
    from toolwatch.pipeline.lists.targets import Target, parse
    from toolwatch.pipeline.rerun.asking import budget_of
    from toolwatch.pipeline.run import Request, run
    from toolwatch.runner import account as told

    settings = load(config)
    words = command_target()
    wanted = (*(parse(text) for text in targets), *([Target(command=words)] if words else []))
    request = Request(wanted, suite, cases, model, repeats, budget_of(budget))
    with progress() as tell:
        found = run(request, settings, progress=tell)
    text = told.text(found) if format_name == "text" else json.dumps(told.document(found), indent=2) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        from toolwatch.model.files import write_whole

        write_whole(output, text)
    click.echo(f"toolwatch: {found.spent}", err=True)
    if found.count(told.Result.NO_ANSWER):
        return Exit.NO_VERDICT
    return Exit.PASS if found.count(told.Result.RIGHT) == len(found.cases) else Exit.GATE_FAILED
