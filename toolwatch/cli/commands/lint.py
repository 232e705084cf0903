"""``toolwatch lint``."""

from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, command_target, config_option, format_option, output_option


@click.command(cls=Command)
@click.argument("targets", nargs=-1)
@format_option("text", "json")
@output_option
@config_option
def command(targets: tuple[str, ...], format_name: str, output: Path | None, config: Path | None) -> int:
    """Say what in the tool lists of TARGETS misleads a model or is refused by a client.

    A target is a server's name in the configuration, a definition file, a snapshot, a URL, or -- COMMAND ARGS; without
    any, every configured server is linted.
    """
    from toolwatch.config.settings import load
    from toolwatch.lint import formats
    from toolwatch.pipeline.lint import lint
    from toolwatch.pipeline.targets import Target, parse

    settings = load(config)
    words = command_target()
    wanted = [*(parse(text) for text in targets), *([Target(command=words)] if words else [])]
    linted = lint(wanted, settings, options=settings.lint.options(), progress=lambda text: click.echo(text, err=True))
    _write(formats.render(linted, format_name), output)
    if any(heard.blind for heard in linted.heard):
        return Exit.NOT_OBSERVED
    failed = any(settings.lint.fail_on.fails(finding.severity) for finding in linted.findings)
    return Exit.GATE_FAILED if failed else Exit.PASS


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    from toolwatch.model.files import write_whole

    write_whole(output, text)
