"""``toolwatch diff``."""

from pathlib import Path

import click

from toolwatch.cli import exits
from toolwatch.cli.options import Command, command_target, config_option, output_option, report_format_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.argument("before")
@click.argument("after", required=False)
@click.option(
    "--policy",
    type=click.Choice(["strict", "callers", "selection", "quiet"]),
    help="How strict to be. Default: the configured policy, else callers.",
)
@click.option(
    "--consumers",
    multiple=True,
    metavar="PATH",
    type=click.Path(path_type=Path, exists=True),
    help="After a rename or a removal, look here for files that still use the old name; .gitignore is respected.",
)
@click.option("--all", "everything", is_flag=True, help="Show changes of no meaning too.")
@report_format_option("diff")
@output_option
@config_option
def command(
    before: str,
    after: str | None,
    policy: str | None,
    consumers: tuple[Path, ...],
    everything: bool,
    format_name: str,
    output: Path | None,
    config: Path | None,
) -> int:
    r"""Say what changed from BEFORE to AFTER, what that breaks, and what of it a model reads.

    Each is a server's name in the configuration, a definition file, a snapshot, a URL, or one of these at a git ref;
    AFTER may be -- COMMAND ARGS instead. The JSON always holds every change.

    \b
    toolwatch diff shop@main shop               what the working tree's server changed since main
    toolwatch diff snapshots/shop.json -- python -m shop
    toolwatch diff old.json new.json --policy quiet --format json
    """
    from toolwatch import report
    from toolwatch.config.settings import load
    from toolwatch.diff.policy import Strictness
    from toolwatch.errors import UsageError
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.diff import Compare, diff
    from toolwatch.pipeline.lists.targets import Target, parse

    settings = load(config, sections=("diff", "observe"))
    words = command_target()
    if (after is None) == (not words):
        then = "" if words or "@" in before else f", such as {before}@HEAD {before}"
        raise UsageError(f"diff needs two targets: BEFORE and AFTER{then}, or BEFORE and -- COMMAND ARGS")
    second = Target(command=words) if words else parse(after or "")
    ask = Compare(parse(before), second, Strictness(policy) if policy else None, consumers)
    with progress() as tell:
        found = diff(ask, settings, progress=tell)
    whole = everything or format_name == "json"
    for reason in found.blind:
        click.echo(f"toolwatch: {one_line(reason)}", err=True)
    text = report.render(found.report if whole else found.shown, format_name, part="diff")
    if output is None:
        click.echo(text, nl=False)
    else:
        from toolwatch.model.files import write_whole

        write_whole(output, text)
    if found.hidden and not whole:
        are = (
            "change of no meaning under this policy is"
            if found.hidden == 1
            else "changes of no meaning under this policy are"
        )
        click.echo(f"{found.hidden} {are} not shown; --all shows them", err=True)
    return exits.of_verdict(found.report.verdict)
