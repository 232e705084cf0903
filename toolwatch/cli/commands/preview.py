"""``toolwatch preview``."""

import json
from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, command_target, config_option, format_option, output_option
from toolwatch.cli.progress import progress


@click.command(cls=Command)
@click.option(
    "--client", required=True, metavar="NAME", help="cursor, claude-code, openai, ...; a wrong name lists all."
)
@click.argument("target", required=False)
@click.argument("other", required=False)
@format_option("text", "json")
@output_option
@config_option
def command(
    client: str, target: str | None, other: str | None, format_name: str, output: Path | None, config: Path | None
) -> int:
    """Show what a client passes on of TARGET to a model: renamed, cut, dropped, refused, stripped.

    With OTHER too, show how what the model reads differs between the two lists. The limits are dated data, not the
    client itself; nothing is sent anywhere. What of a list could not be seen is said first.
    """
    from toolwatch.config.settings import load
    from toolwatch.lint.clients import shown
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.lists.targets import Target, parse
    from toolwatch.pipeline.preview import preview

    words = command_target()
    texts = [text for text in (target, other) if text]
    wanted = [*map(parse, texts), *([Target(command=words)] if words else [])]
    if not wanted or len(wanted) > 2:
        raise click.UsageError("name one target, or two to compare")
    second = wanted[1] if len(wanted) == 2 else None
    with progress() as tell:
        found = preview(client, wanted[0], second, load(config), progress=tell)
    blind = [
        f"{one_line(one.snapshot.server)} was not seen whole: {one_line(why)}"
        for one in found
        for why in one.snapshot.coverage.trouble
    ]
    for line in blind:
        click.echo(f"toolwatch: {line}", err=True)
    if format_name == "json":
        documents = [shown.document(one.client, one.passed) for one in found]
        text = json.dumps(documents if second else documents[0], indent=2) + "\n"
    elif second:
        text = shown.diff(found[0].passed, found[1].passed)
    else:
        text = shown.text(found[0].client, found[0].passed)
    if output:
        from toolwatch.model.files import write_whole

        write_whole(output, text)
    else:
        click.echo(text, nl=False)
    return Exit.NOT_OBSERVED if blind else Exit.PASS
