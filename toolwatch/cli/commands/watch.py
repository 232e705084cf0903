"""``toolwatch watch``: servers that other people run, checked against what is committed."""

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolwatch.cli import exits
from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option
from toolwatch.cli.progress import progress

if TYPE_CHECKING:
    from toolwatch.pipeline.watch import Watched


YEAR = 366 * 24 * 3600
"""Seconds; a longer interval is a slip of the pen, and more than clocks can wait."""


def _seconds(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse what is no number, which no range does."""
    if value is not None and math.isnan(value):
        raise click.BadParameter("nan is no number of seconds", context, parameter)
    return value


@click.command(cls=Command)
@click.argument("servers", nargs=-1)
@click.option(
    "--interval",
    type=click.FloatRange(0.1, YEAR),
    callback=_seconds,
    help="Go on, and look again after so many SECONDS.",
)
@click.option("--rounds", type=click.IntRange(min=1), help="With --interval: stop after so many rounds.")
@click.option("--issue", is_flag=True, help="Keep one GitHub issue per server; needs GITHUB_TOKEN, GITHUB_REPOSITORY.")
@click.option("--pull-request", is_flag=True, help="Keep one GitHub pull request per server, with its new snapshot.")
@click.option("--author", default="", metavar="LOGIN", help="Who writes the issues. Default: found out from the token.")
@click.option("--webhook", envvar="TOOLWATCH_WEBHOOK", default="", help="URL that gets a JSON POST on news.")
@click.option(
    "--select",
    type=click.Choice(["affected", "all", "none"]),
    help="Which cases are asked again when a list has drifted. Default: as configured, else affected.",
)
@config_option
def command(
    servers: tuple[str, ...],
    interval: float | None,
    rounds: int | None,
    issue: bool,
    pull_request: bool,
    author: str,
    webhook: str,
    select: str | None,
    config: Path | None,
) -> int:
    """Check SERVERS, or every configured server and its variants, against the snapshots that are committed.

    Servers are started with a minimal environment, their own HOME and working folder, limits on memory and time, and
    where bubblewrap works without network and files; [watch] in toolwatch.toml says more. Only news is told: an issue
    is opened on drift, brought up to date, and closed when the drift is approved or gone. With --interval the exit code
    is that of the last round; news that nobody could be told is told again in the next one.

    Example: toolwatch watch --interval 300 --issue
    """
    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.watch import Watch, Wish, environment

    if rounds and not interval:
        raise click.UsageError("--rounds goes with --interval")
    wish = Wish(servers, select=select or "", issue=issue, pull_request=pull_request, webhook=webhook, author=author)
    watch = Watch(wish, load(config), environment(), lambda text: click.echo(f"- {one_line(text)}"))
    with progress() as tell:
        code = Exit.PASS
        for seen in watch.rounds(interval, rounds, progress=tell):
            code = exits.of_several(_codes(seen))
    return code


def _codes(seen: "Iterable[Watched]") -> Iterator[Exit]:
    for one in seen:
        yield exits.of_verdict(one.report.verdict)
        if one.trouble is not None:
            yield exits.of_error(one.trouble)
