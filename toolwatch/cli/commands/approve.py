"""``toolwatch approve``."""

from datetime import UTC, datetime
from pathlib import Path

import click

from toolwatch.cli.options import Command, base_option, command_target, config_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("fingerprints", nargs=-1)
@click.option("--reason", required=True, help="Why it may pass; kept with the approval.")
@click.option("--all", "everything", is_flag=True, help="Approve everything that the gate asks a person to look at.")
@click.option("--by", default="", metavar="NAME", help="Who approves. Default: git's author.")
@click.option("--expires", type=click.DateTime(["%Y-%m-%d"]), help="First day on which it no longer holds.")
@click.option(
    "--run",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A run stored by check --format json, in which the fingerprints stand. Default: compare anew.",
)
@click.option("--target", "targets", multiple=True, help="What to compare anew. Default: every configured server.")
@base_option("What to compare it with, as for check.")
@config_option
def command(
    fingerprints: tuple[str, ...],
    reason: str,
    everything: bool,
    by: str,
    expires: datetime | None,
    run: Path | None,
    targets: tuple[str, ...],
    base: str,
    config: Path | None,
) -> int:
    r"""Let the changes with FINGERPRINTS pass from now on: who, when and why is kept beside the snapshots.

    A fingerprint is of the change itself: it survives rebases and unrelated edits, and does not cover another change
    of the same tool. What a model did is named by its case, SUITE/CASE, and holds for the two tools as they read now.
    Commit the file with the change.

    \b
    toolwatch approve 3f9a1c --reason "callers were told, 2.0 goes out on Monday"
    toolwatch approve shop/late-parcel --reason "the new tool is meant for these"
    toolwatch approve --all --reason "first import" --expires 2027-03-01
    """
    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.approve import Wish, approve, lines
    from toolwatch.pipeline.lists.targets import Target, parse

    settings = load(config)
    words = command_target()
    wish = Wish(
        reason,
        fingerprints=fingerprints,
        everything=everything,
        by=by,
        expires=expires.date() if expires else None,
        run=run,
        targets=(*(parse(text) for text in targets), *([Target(command=words)] if words else [])),
        base=base,
    )
    with progress() as tell:
        done = approve(wish, settings, today=datetime.now(UTC).date(), progress=tell)
    for line in lines(done):
        click.echo(one_line(line))
    if done.recorded:
        click.echo(f"kept in {done.path}: commit it with the change")
    return 0
