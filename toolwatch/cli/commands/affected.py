"""``toolwatch affected``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, base_option, command_target, config_option, format_option, output_option
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
    help="Folder or file of the suite to choose from. Default: the suites of the server.",
)
@click.option("--select", "mode", type=click.Choice(["affected", "all", "none"]), help="[default: as configured]")
@click.option("--budget", type=click.IntRange(min=1), help="Most cases that may be rerun.")
@click.option("--model", default="", metavar="MODEL", help="Whose stored answers order the cases.")
@format_option("text", "json")
@output_option
@config_option
def command(
    targets: tuple[str, ...],
    base: str,
    suite: Path | None,
    mode: str | None,
    budget: int | None,
    model: str,
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    """Say which cases the edits of TARGETS would rerun, in which order and why; no model is asked.

    A run starts with these cases. It goes further down the ranking for as long as cases move there, and widens when
    a sentinel moves.
    """
    import json

    from toolwatch.affected import telling
    from toolwatch.config.settings import load
    from toolwatch.pipeline.affected import Request, choose
    from toolwatch.pipeline.lists.targets import Target, parse

    settings = load(config)
    words = command_target()
    wanted = (*(parse(text) for text in targets), *([Target(command=words)] if words else []))
    with progress() as tell:
        found = choose(Request(wanted, base, suite, mode or "", budget, model), settings, progress=tell)
    if format_name == "json":
        text = json.dumps(telling.document(found), indent=2, ensure_ascii=False) + "\n"
    else:
        text = telling.text(found)
    if output is None:
        click.echo(text, nl=False)
        return Exit.PASS
    from toolwatch.model.files import write_whole

    write_whole(output, text)
    return Exit.PASS
