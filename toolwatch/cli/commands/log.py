"""``toolwatch log``."""

from pathlib import Path

import click

from toolwatch.cli.options import Command, config_option, format_option


@click.command(cls=Command)
@click.argument("tool", default="")
@click.option("--server", metavar="NAME", default="", help="Only the lists of this server.")
@click.option("--ref", metavar="REF", default="HEAD", show_default=True, help="The commit to start from.")
@format_option("text", "json")
@config_option
def command(tool: str, server: str, ref: str, format_name: str, config: Path | None) -> int:
    r"""Walk the git history of the tool lists: who changed what, and when. With TOOL, of that tool alone.

    The lists are the kept snapshots and the definition files of configured servers.

    \b
    toolwatch log
    toolwatch log start_return
    """
    from toolwatch.cli import past
    from toolwatch.config.settings import load
    from toolwatch.pipeline.history import log

    entries = log(load(config), tool=tool, server=server, ref=ref)
    click.echo(past.log_document(entries) if format_name == "json" else past.log_text(entries), nl=False)
    return 0
