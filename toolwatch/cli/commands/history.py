"""``toolwatch history``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option, format_option, output_option


@click.command(cls=Command)
@format_option("text", "json", "svg")
@output_option
@config_option
def command(format_name: str, output: Path | None, config: Path | None) -> int:
    r"""Show the scores of all recorded releases, per suite and model, as a table and a picture.

    \b
    toolwatch history
    toolwatch history --format svg -o scores.svg
    """
    from toolwatch.config.settings import load
    from toolwatch.model.files import write_whole
    from toolwatch.pipeline.release import releases_file
    from toolwatch.report import history
    from toolwatch.score.releases import read

    lines = read(releases_file(load(config)))
    render = {"text": history.history_text, "json": history.history_json, "svg": history.history_svg}[format_name]
    if output is None:
        click.echo(render(lines), nl=False)
    else:
        write_whole(output, render(lines))
    return Exit.PASS
