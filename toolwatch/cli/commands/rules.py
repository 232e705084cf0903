"""``toolwatch rules``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, format_option, output_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolwatch.pipeline.rules import Entry


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[CODE]...")
@format_option("text", "json", "markdown")
@output_option
def command(names: tuple[str, ...], format_name: str, output: Path | None) -> int:
    r"""List the rules, or explain those that CODE names: a code, a prefix such as TW20, a rule's name or a family.

    Codes below TW300 are the linter's, TW3xx are changes with what they mean for callers and readers, TW6xx are about
    suites.

    \b
    toolwatch rules TW318
    toolwatch rules security
    """
    from toolwatch.pipeline.rules import rules

    found = rules(names)
    if format_name == "json":
        text = json.dumps([asdict(entry) for entry in found], indent=2) + "\n"
    elif format_name == "markdown":
        text = _table(found)
    else:
        text = "\n".join(_explained(entry) for entry in found) if names else _listed(found)
    if output:
        from toolwatch.model.files import write_whole

        write_whole(output, text)
    else:
        click.echo(text, nl=False)
    return Exit.PASS


def _listed(entries: "Sequence[Entry]") -> str:
    width = max((len(entry.name) for entry in entries), default=0)
    return "".join(
        f"{entry.code:<7} {entry.severity:<8} {entry.family:<12} {entry.name:<{width}}  {entry.summary}\n"
        for entry in entries
    )


def _explained(entry: "Entry") -> str:
    rank = entry.severity if entry.recommended else f"{entry.severity}, in profile strict only"
    samples = "".join(
        f"\n{word}:\n\n{_indented(sample)}\n"
        for word, sample in (
            ("Bad", entry.bad),
            ("Good", entry.good),
            ("Before", entry.before),
            ("After", entry.after),
        )
        if sample
    )
    return f"{entry.code} {entry.name} ({entry.family}, {rank})\n\n{entry.manual}\n{samples}"


def _table(entries: "Sequence[Entry]") -> str:
    head = "| code | name | family | severity | says |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| {entry.code} | {entry.name} | {entry.family} | {entry.severity} | {entry.summary} |\n" for entry in entries
    )


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
