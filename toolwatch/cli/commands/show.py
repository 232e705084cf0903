"""``toolwatch show``."""

from pathlib import Path

import click

from toolwatch.cli.options import Command, config_option, format_option


@click.command(cls=Command)
@click.argument("digest")
@format_option("text", "json")
@config_option
def command(digest: str, format_name: str, config: Path | None) -> int:
    r"""Say which commits had a list or a tool with DIGEST, and print what a model saw then.

    DIGEST is what an agent run logged (see toolwatch.digest), whole or its first digits; the working tree and every
    branch are looked through.

    \b
    toolwatch show sha256:4f1c9a...
    toolwatch show 4f1c9a2
    """
    from toolwatch.cli import past
    from toolwatch.config.settings import load
    from toolwatch.pipeline.show import show

    shown = show(load(config), digest)
    click.echo(past.show_document(shown) if format_name == "json" else past.show_text(shown), nl=False)
    return 0
