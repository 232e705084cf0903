"""``toolwatch suite``."""

from pathlib import Path
from typing import Any

import click

from toolwatch.cli import exits
from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option, format_option, output_option
from toolwatch.cli.progress import progress


@click.group(epilog=exits.HELP)
def command() -> None:
    """Make, grow, check and count suites of selection cases."""


@command.command(cls=Command)
@click.argument("name")
@click.option("--server", help="The server whose tools it is about.  [default: the suite's name]")
@config_option
def new(name: str, server: str | None, config: Path | None) -> int:
    """Begin the suite NAME: an empty suite.yaml and a system prompt."""
    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline import suite

    click.echo(f"written: {one_line(str(suite.new(load(config), name, server or name)))}")
    return Exit.PASS


@command.command(cls=Command)
@click.argument("name")
@click.option("--request", required=True, help="What the user asked. Personal data is replaced.")
@click.option("--expect", multiple=True, required=True, metavar="TOOL", help="The right tool; again for several; none.")
@click.option("--chosen", default="", metavar="TOOL", help="Where it went.")
@click.option("--must-not", multiple=True, metavar="TOOL", help="A tool that must not be called.")
@click.option("--id", "case_id", default="", help="[default: the first words of the request]")
@click.option("--category", default="")
@click.option("--language", default="")
@click.option("--source", default="", help="Where it came from.  [default: production]")
@click.option("--note", default="")
@click.option("--replace", multiple=True, metavar="TEXT", help="A further text to replace, such as a name.")
@click.option("--redact/--no-redact", default=True, show_default=True, help="Replace personal data.")
@config_option
def add(name: str, case_id: str, config: Path | None, **given: Any) -> int:
    """Make a case in the suite NAME of a request that went to the wrong tool.

    Example: toolwatch suite add shop --request "It never came, repay me" --expect issue_refund --chosen start_return
    """
    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline import suite

    case = suite.Misrouted(expected=given.pop("expect"), id=case_id, **given)
    written = suite.add(load(config), name, case)
    _show(written.replaced)
    click.echo(f"added {written.cases[0].id} to {one_line(str(written.files[0]))}")
    return Exit.PASS


@command.command("import", cls=Command)
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--server", default="", help="The server it is about, where the suite is new.")
@click.option("--format", "-f", "format_name", default="", metavar="NAME", help="[default: the one that fits]")
@click.option("--tools", "tools_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the tool definitions that FILE carries to this file.")  # fmt: skip
@click.option("--replace", "words", multiple=True, metavar="TEXT", help="A further text to replace, such as a name.")
@click.option("--redact/--no-redact", default=True, show_default=True, help="Replace personal data.")
@config_option
def bring_in(
    name: str,
    file: Path,
    server: str,
    format_name: str,
    tools_file: Path | None,
    words: tuple[str, ...],
    redact: bool,
    config: Path | None,
) -> int:
    """Import the cases of FILE into the suite NAME.

    Formats: promptfoo, bfcl, deepeval, tool-scorer, azure, apify, messages, csv, chat-log. Nothing leaves this
    machine; what was replaced is shown here and written nowhere.
    """
    from toolwatch.config.settings import load
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline import suite

    written = suite.bring_in(
        load(config),
        name,
        file,
        server=server,
        format_name=format_name,
        redact=redact,
        words=words,
        tools_file=tools_file,
    )
    _show(written.replaced)
    for line in written.skipped:
        click.echo(f"skipped: {one_line(line)}", err=True)
    for path in written.files:
        click.echo(f"written: {one_line(str(path))}")
    guessed = sum(draft.guessed for draft in written.cases)
    review = f"; {guessed} are marked REVIEW: say what is right for them" if guessed else ""
    click.echo(f"{len(written.cases)} cases ({written.format}), {len(written.skipped)} entries skipped{review}")
    return Exit.PASS


@command.command(cls=Command)
@click.argument("names", nargs=-1)
@click.option("--target", default="", help="Where the server is to be seen.  [default: by its name]")
@format_option("text", "json")
@output_option
@config_option
def lint(names: tuple[str, ...], target: str, format_name: str, output: Path | None, config: Path | None) -> int:
    """Say where the suites NAMES (default: all) give answers away, ask too little or are out of date.

    Fails on warnings and errors; a server that cannot be seen is said, and is no pass.
    """
    import json

    from toolwatch.config.settings import load
    from toolwatch.model.finding import Severity
    from toolwatch.model.inert import visible
    from toolwatch.pipeline import suite
    from toolwatch.pipeline.lists.targets import parse

    with progress() as tell:
        findings, blind = suite.check(load(config), names, target=parse(target) if target else None, progress=tell)
    if format_name == "json":
        text = json.dumps(suite.findings_document(findings, blind), indent=2, ensure_ascii=False) + "\n"
    else:
        lines = [f"{one.position}: {one.severity} {one.code} {one.name}: {visible(one.message)}" for one in findings]
        text = "".join(f"{line}\n" for line in (*blind, *lines, f"{len(findings)} findings"))
    _write(text, output)
    if blind:
        return Exit.NOT_OBSERVED
    return Exit.GATE_FAILED if any(one.severity is not Severity.INFO for one in findings) else Exit.PASS


@command.command(cls=Command)
@click.argument("names", nargs=-1)
@click.option("--target", default="", help="Where the server is to be seen.  [default: by its name]")
@format_option("text", "json")
@output_option
@config_option
def stats(names: tuple[str, ...], target: str, format_name: str, output: Path | None, config: Path | None) -> int:
    """Count what the suites NAMES (default: all) hold."""
    import json

    from toolwatch.config.settings import load
    from toolwatch.pipeline import suite
    from toolwatch.pipeline.lists.targets import parse
    from toolwatch.suites import stats as told

    with progress() as tell:
        found = suite.counted(load(config), names, target=parse(target) if target else None, progress=tell)
    if format_name == "json":
        whole = {"schema_version": 1, "suites": [told.document(each) for each in found]}
        text = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    else:
        text = "\n".join(told.text(each) for each in found)
    _write(text, output)
    return Exit.PASS


def _show(replaced: Any) -> None:
    """For a person's eyes: what was replaced by what; of a secret the kind alone, since logs are kept."""
    from toolwatch.model.inert import one_line

    for each in replaced:
        value = "" if each.kind == "secret" else f" {one_line(each.value)}"
        click.echo(f"replaced: {each.kind}{value} -> {each.stand_in}", err=True)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    from toolwatch.model.files import write_whole

    write_whole(output, text)
