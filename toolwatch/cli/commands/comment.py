"""``toolwatch comment``: keeps the one comment on a pull request."""

import os
from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command


@click.command(cls=Command)
@click.argument("run", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--mode",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="auto: only when there is something to say, or a comment to bring up to date.",
)
@click.option("--key", default="check", show_default=True, help="Tells several comments of one repository apart.")
@click.option("--author", default="", metavar="LOGIN", help="Who writes. Default: found out from the token.")
def command(run: Path, mode: str, key: str, author: str) -> int:
    """Create or edit the comment on the pull request that the GitHub event is about.

    RUN is what `toolwatch check --format json` wrote; it may be a stranger's. Reads GITHUB_TOKEN, GITHUB_REPOSITORY,
    GITHUB_EVENT_NAME and GITHUB_EVENT_PATH. Only a comment with toolwatch's marker and by the same author is edited.

    Example: toolwatch comment run.json --mode always
    """
    from toolwatch.pipeline.github import Keeping, comment

    click.echo(f"toolwatch: {comment(Keeping(run, mode=mode, key=key, author=author), os.environ)}")
    return Exit.PASS
