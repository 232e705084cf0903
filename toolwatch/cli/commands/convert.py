"""``toolwatch convert``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, command_target, config_option, output_option


@click.command(cls=Command)
@click.argument("target", required=False)
@click.option("--to", "form", required=True, metavar="FORMAT", help="Format to write: see below.")
@output_option
@config_option
def command(target: str | None, form: str, output: Path | None, config: Path | None) -> int:
    r"""Write the tool list of TARGET as definitions of another format.

    TARGET is a server's name in the configuration, a definition file (its format is told by its shape), a folder of
    them, a snapshot, a URL, or -- COMMAND ARGS. FORMAT is mcp, openai-chat, openai-responses, anthropic, gemini,
    bedrock or mcpb. The suffix of FILE decides between JSON, YAML and JSON lines. What the format has no place for is
    named on stderr.

    \b
    toolwatch convert tools.json --to anthropic
    toolwatch convert --to openai-chat -o tools.yaml -- uvx mcp-server-time
    """
    from toolwatch.cli.progress import progress
    from toolwatch.config.settings import load
    from toolwatch.errors import UsageError
    from toolwatch.model.files import write_whole
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.convert import convert, suffix_of
    from toolwatch.pipeline.lists.targets import Target, parse

    words = command_target()
    if (target is None) == (not words):
        raise UsageError("give one target: a name, a file, a URL or -- COMMAND ARGS")
    wanted = Target(command=words) if words else parse(str(target))
    with progress() as tell:
        made = convert(wanted, load(config), to=form, suffix=suffix_of(output), progress=tell)
    for line in made.left_out:
        click.echo(f"toolwatch: {one_line(line)}", err=True)
    if output is None:
        click.echo(made.text, nl=False)
    else:
        write_whole(output, made.text)
    return Exit.PASS if made.complete else Exit.NOT_OBSERVED
