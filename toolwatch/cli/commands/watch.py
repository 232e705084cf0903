"""``toolwatch watch``: servers that other people run, checked against what is committed."""

from pathlib import Path

import click

from toolwatch.cli import exits
from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("servers", nargs=-1)
@click.option("--interval", type=click.FloatRange(min=0.1), help="Go on, and look again after so many SECONDS.")
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
    """Check SERVERS, or every configured server, against the snapshots that are committed.

    Servers are started with a minimal environment, their own HOME and working folder, limits on memory and time, and
    where bubblewrap works without network and files; [watch] in toolwatch.toml says more. Only news is told: an issue
    is opened on drift, brought up to date, and closed when the drift is approved or gone.

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
            code = max((exits.of_verdict(one.report.verdict) for one in seen), default=Exit.PASS)
    return code
