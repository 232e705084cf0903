"""``toolwatch hook``: what pre-commit runs on changed tool lists, snapshots and suites."""

from pathlib import Path

import click

from toolwatch.cli import exits
from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option


@click.command(cls=Command)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--base", default="HEAD", show_default=True, metavar="REF", help="What to compare with.")
@click.option("--margins", is_flag=True, help="Ask the offline scorer too (the extra `embedded`); takes seconds.")
@config_option
def command(files: tuple[Path, ...], base: str, margins: bool, config: Path | None) -> int:
    """Say what an edit of FILES changes, which findings are new, and which test requests it puts at risk.

    Works offline and asks no model. A change that waits for an approval passes here, so that it can be committed
    together with the approval.

    Example: toolwatch hook tools.json snapshots/shop.json
    """
    from toolwatch import report
    from toolwatch.config.settings import load
    from toolwatch.pipeline.hook import MOST, hook

    found = hook(files, load(config), base=base, margins=margins)
    if found is None:
        return Exit.PASS
    for part in ("diff", "lint"):
        if found.report.shown if part == "diff" else found.report.findings:
            click.echo(report.render(found.report, "text", part=part), nl=False)
    for reason in found.report.verdict.reasons:
        if reason.blocks:
            click.echo(report.line("- ", reason.text))
    for one in found.at_risk[:MOST]:
        why = one.margin or one.picked.reasons[0]
        click.echo(report.line("at risk: ", f"{one.case.request} (right is {one.case.expected_text}; {why})"))
    if len(found.at_risk) > MOST:
        click.echo(f"at risk: {len(found.at_risk) - MOST} more")
    if found.rerun:
        click.echo(report.line("ask the model: ", found.rerun))
    return Exit.PASS if found.passes else exits.of_verdict(found.report.verdict)
