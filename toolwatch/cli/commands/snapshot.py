"""``toolwatch snapshot``."""

import sys
from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, command_target, config_option
from toolwatch.cli.progress import progress, watched


@click.command(cls=Command)
@click.argument("targets", nargs=-1)
@click.option(
    "--variant",
    metavar="NAME",
    default="",
    help="Keep the server's variant of that name; a target that is not configured is kept as NAME beside its others.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the one target's snapshot at FILE. Default: SERVER.json in the snapshots folder.",
)
@click.option("--no-probe", is_flag=True, help="Do not start servers again to learn what text varies between starts.")
@config_option
def command(targets: tuple[str, ...], variant: str, output: Path | None, no_probe: bool, config: Path | None) -> int:
    r"""Keep what TARGETS say now as snapshots, and say in one line each what changed since the last.

    A target is a server's name in the configuration, a definition file, a URL, or -- COMMAND ARGS; without any, every
    configured server is kept. A list that was seen only in part never replaces one that was seen whole.

    \b
    toolwatch snapshot                          every configured server
    toolwatch snapshot -- uvx mcp-server-time   one that is not configured
    toolwatch snapshot shop --variant read-only
    """
    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.model.listing import Completeness
    from toolwatch.pipeline.lists.targets import Target, parse
    from toolwatch.pipeline.snapshot import snapshot, stays_in_clear

    settings = load(config)
    words = command_target()
    wanted = [*(parse(text) for text in targets), *([Target(command=words)] if words else [])]
    with progress() as tell:
        kept = snapshot(
            wanted,
            settings,
            output=output,
            variant=variant,
            probe=not no_probe,
            interactive=watched(sys.stdin) and watched(sys.stderr),
            progress=tell,
        )
    for one in sorted(kept, key=lambda one: one.seen is Completeness.COMPLETE):
        click.echo(one_line(one.text), err=one.seen is not Completeness.COMPLETE)
        if one.in_clear:
            click.echo(f"toolwatch: {one_line(stays_in_clear(one))}", err=True)
    return Exit.PASS if all(one.seen is Completeness.COMPLETE for one in kept) else Exit.NOT_OBSERVED
