"""``toolwatch action``: the check step of the GitHub Action."""

import os

import click

from toolwatch.cli import exits
from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command


@click.command(cls=Command)
def command() -> int:
    """Check what a GitHub event is about and hand the result to the runner.

    This is what action.yml runs. Inputs come as TOOLWATCH_TARGET, _BASE, _SUITE, _MODELS, _SELECT, _CONFIG, _BUDGET
    and _POLICY; the report goes to the job's summary, its outputs and $RUNNER_TEMP/toolwatch/report. The exit code is
    0 whenever there is a report, so that later steps run; what `toolwatch check` would exit with is the output
    exit-code.

    Example: GITHUB_EVENT_NAME=schedule GITHUB_REPOSITORY=octo/shop toolwatch action
    """
    from toolwatch.pipeline.github import action, tell

    checked = action(os.environ, progress=lambda text: click.echo(f"- {text}", err=True))
    code = exits.of_error(checked.trouble) if checked.trouble else exits.of_verdict(checked.report.verdict)
    for line in tell(checked, code, os.environ):
        click.echo(line)
    return Exit.PASS
