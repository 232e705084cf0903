"""``toolwatch lint``."""

import gc
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, command_target, config_option, lint_format_option, output_option
from toolwatch.cli.progress import progress

if TYPE_CHECKING:
    from toolwatch.config.settings import Settings
    from toolwatch.lint.options import Options
    from toolwatch.lint.result import Linted
    from toolwatch.pipeline.lists.targets import Target

PROFILES = ("minimal", "recommended", "strict", "security")
SEVERITIES = ("error", "warning", "info", "never")


@click.command(cls=Command)
@click.argument("targets", nargs=-1)
@click.option("--profile", type=click.Choice(PROFILES), help="Which rules run; default: that of the configuration.")
@click.option("--select", multiple=True, metavar="RULE", help="Run these too: code, prefix (TW20), name or family.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Do not run these.")
@click.option(
    "--client", "clients", multiple=True, metavar="NAME", help="Clients that matter; default: the common ones."
)
@click.option("--fail-on", type=click.Choice(SEVERITIES), help="The mildest finding that fails; default: error.")
@click.option("--twice", is_flag=True, help="Ask live servers for their list a second time, and compare.")
@click.option("--baseline", type=click.Path(path_type=Path), help="Findings in this file do not count.")
@click.option("--update-baseline", is_flag=True, help="Write what is found now to the baseline, and pass.")
@click.option("--fix", is_flag=True, help="Mend in definition files what is mechanical and safe.")
@click.option("--diff", "show", is_flag=True, help="Show what --fix would change, and change nothing.")
@lint_format_option
@output_option
@config_option
def command(
    targets: tuple[str, ...],
    format_name: str,
    output: Path | None,
    config: Path | None,
    baseline: Path | None,
    update_baseline: bool,
    fix: bool,
    show: bool,
    twice: bool,
    **choices: Any,
) -> int:
    """Say what in the tool lists of TARGETS misleads a model or is refused by a client.

    A target is a server's name in the configuration, a definition file, a snapshot, a URL, or -- COMMAND ARGS; without
    any, every configured server and its variants are linted.
    """
    from toolwatch.config.settings import load
    from toolwatch.lint import formats
    from toolwatch.pipeline.lint import Ask, configured, lint
    from toolwatch.pipeline.lists.targets import Target, parse

    gc.disable()  # all that is made is kept to the end, which is near
    settings = load(config, sections=("lint",))  # the servers are read where one is linted
    words = command_target()
    wanted = (*(parse(text) for text in targets), *((Target(command=words),) if words else ()))
    set_up = configured(settings)
    options = _options(set_up.options, choices)
    if fix or show:
        return _fix(wanted, settings, options, output, write=fix and not show)
    path = baseline or set_up.baseline
    ask = Ask(wanted, options, None if update_baseline else path, twice)
    with progress() as tell:
        linted = lint(ask, settings, progress=tell)
    if update_baseline:
        return _update(linted, path)
    _write(formats.render(linted, format_name), output)
    if any(heard.blind for heard in linted.heard):
        return _unseen(linted)
    return Exit.GATE_FAILED if linted.fails(choices["fail_on"] or set_up.fail_on) else Exit.PASS


def _options(options: "Options", choices: dict[str, Any]) -> "Options":
    """The configuration's options; what the command line says comes on top."""
    from toolwatch.lint.options import Profile

    return replace(
        options,
        profile=Profile(choices["profile"]) if choices["profile"] else options.profile,
        select=(*options.select, *choices["select"]),
        ignore=(*options.ignore, *choices["ignore"]),
        clients=choices["clients"] or options.clients,
    )


def _unseen(linted: "Linted") -> int:
    for heard in linted.heard:
        for reason in heard.trouble:
            named = reason.startswith(f"{heard.target}:")  # a file's trouble says where in the file
            click.echo(f"toolwatch: {'' if named else f'{heard.target}: '}{_inert(reason)}", err=True)
    return Exit.NOT_OBSERVED


def _update(linted: "Linted", path: Path | None) -> int:
    from toolwatch.lint import baseline

    if path is None:
        raise click.UsageError("--update-baseline needs --baseline FILE, or baseline under [lint] in the configuration")
    if any(heard.blind for heard in linted.heard):
        return _unseen(linted)
    _write(baseline.dumps(linted.findings), path)
    click.echo(f"{path}: {len(linted.findings)} findings", err=True)
    return Exit.PASS


def _fix(
    wanted: "tuple[Target, ...]", settings: "Settings", options: "Options", output: Path | None, *, write: bool
) -> int:
    from toolwatch.pipeline.fix import fix

    report = fix(wanted, settings, options=options, write=write)
    _write(report.text, output)
    for line in report.remarks:
        click.echo(_inert(line), err=True)
    return Exit.NOT_OBSERVED if report.unread else Exit.PASS


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    from toolwatch.model.files import write_whole

    write_whole(output, text)


def _inert(text: str) -> str:
    from toolwatch.model.inert import one_line

    return one_line(text)
