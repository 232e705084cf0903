"""``toolwatch try``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, base_option, command_target, config_option, format_option, output_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("targets", nargs=-1)
@base_option("What the edit is compared with, as for `toolwatch check`.")
@click.option(
    "--suite",
    type=click.Path(path_type=Path, exists=True),
    help="Folder or file of the suite to rerun on the one target. Default: the suites of its server.",
)
@click.option("--all", "every", is_flag=True, help="Guard with all cases, not only with those near the tools.")
@click.option("--model", default="", metavar="MODEL", help="A configured model, or PROVIDER:MODEL.")
@click.option("--budget", multiple=True, metavar="LIMIT", help="Spend no more on trying: 200, calls=200, tokens=50000.")
@format_option("text", "json")
@output_option
@config_option
def command(
    file: Path,
    targets: tuple[str, ...],
    base: str,
    suite: Path | None,
    every: bool,
    model: str,
    budget: tuple[str, ...],
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    r"""Try the wordings in FILE on the cases that an edit broke and on their guards, and rank them.

    A wording that breaks any case, or leaves it in doubt, is refused. Where the edit broke nothing, the cases that go
    wrong with the list as it is are to be mended.

    \b
    tool: start_return
    candidates:
      - id: goods in hand
        text: Start a return of goods that the customer has in hand.
      - id: both sides
        wordings:
          - text: Start a return of goods that have arrived.
          - tool: issue_refund
            text: Refund a payment when there are no goods to send back.
    """
    from toolwatch.config.settings import load
    from toolwatch.model.files import write_whole
    from toolwatch.pipeline.check import Ask, check
    from toolwatch.pipeline.lists.targets import Target, parse
    from toolwatch.pipeline.rerun.asking import budget_of
    from toolwatch.pipeline.rerun.cases import Wish
    from toolwatch.pipeline.try_ import fits, read, try_
    from toolwatch.runner import trying

    settings, candidates = load(config), read(file)
    words = command_target()
    wanted = (*(parse(text) for text in targets), *([Target(command=words)] if words else []))
    models = (model,) if model else ()
    with progress() as tell:
        report = check(
            Ask(wanted, base=base, suite=suite, wish=Wish(models=models)),
            settings,
            progress=tell,
            ready=lambda compared, _: fits(candidates, compared),
        )
        found = try_(report, candidates, settings, model=model, every=every, budget=budget_of(budget), progress=tell)
    text = trying.render(found.tried, format_name)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    click.echo(f"toolwatch: {report.spent + found.spent}; {found.spent.calls} of the calls for the wordings", err=True)
    if any(one.helps for one in found.tried):
        return Exit.PASS
    return Exit.NO_VERDICT if all(one.unclear and not one.broken for one in found.tried) else Exit.GATE_FAILED
