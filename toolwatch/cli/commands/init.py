"""``toolwatch init``: the first files of a project."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command
from toolwatch.cli.progress import progress

if TYPE_CHECKING:
    from toolwatch.pipeline.init import First
    from toolwatch.pipeline.lists.surroundings import Around


@click.command(cls=Command)
@click.argument("servers", nargs=-1)
@click.option("--yes", is_flag=True, help="Ask nothing: watch every server found, start them, write what is not there.")
@click.option("--action", default="", metavar="OWNER/REPO@COMMIT", help="Use this Action in the workflow.")
@click.option("--no-start", is_flag=True, help="Start no server: without first snapshots and starter suites.")
def command(servers: tuple[str, ...], yes: bool, action: str, no_start: bool) -> int:
    """Look around in this folder and write toolwatch.toml, first snapshots, starter suites, workflows and hooks.

    SERVERS are names of what was found; without any it asks. A file that is there is never written over before its
    diff was shown and agreed to; --yes leaves it as it is.

    Example: toolwatch init --yes
    """
    from toolwatch.errors import UsageError
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.init import First, check_action, plan, started, unlisted
    from toolwatch.pipeline.lists.surroundings import look

    check_action(action)
    root = Path.cwd()
    around = look(root)
    for problem in around.problems:
        click.echo(one_line(f"toolwatch: {problem}"), err=True)
    unknown = [name for name in servers if name not in around.servers]
    if unknown or not around.servers:
        there = ", ".join(around.servers) or "none; write [servers.NAME] into toolwatch.toml by hand"
        raise UsageError(f"{f'{unknown[0]}: not found here; ' if unknown else ''}servers found: {there}")
    for name, where in around.origin.items():
        click.echo(one_line(f"found {name} ({where})"))
    names = servers or tuple(
        name
        for name in around.servers
        if yes or name in around.settings.servers or click.confirm(one_line(f"Watch {name}?"), default=True)
    )
    start = not no_start and (yes or click.confirm("Start them once for their first snapshot?", default=True))
    for name in names:
        if name not in started(around, names):
            click.echo(one_line(f"{name}: disabled in {around.origin[name]}, so it is not started and not watched"))
    found = _first(root, around, names) if start else First()
    new, left = unlisted(around, names), False
    for planned in plan(root, around, names, action=action, kept=found.kept):
        if left and planned.server in new:
            continue
        settled = _settle(root, planned.path, planned.text, planned.before, yes=yes)
        left = left or (not settled and planned.path == around.file)
    for name in new if left else ():
        click.echo(one_line(f"{name}: not watched, and nothing kept of it: {around.file} has no table of it"))
    _advise(around, [name for name in names if not (left and name in new)], found)
    return Exit.NOT_OBSERVED if around.problems or found.unseen else Exit.PASS


def _advise(around: "Around", names: list[str], found: "First") -> None:
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.init import started
    from toolwatch.pipeline.lists.committable import variables

    live = [name for name in started(around, names) if "file" not in around.servers[name]]
    if live:
        click.echo(one_line(f"the hooks see files only: what {', '.join(live)} says is seen by `toolwatch check`"))
    if wanted := variables([around.servers[name] for name in names]):
        click.echo(one_line(f"set {', '.join(wanted)} where toolwatch runs: values that may be secret are not copied"))
    for name in found.unseen:
        if name in names:
            click.echo(
                one_line(f"{name} has no snapshot yet: `toolwatch snapshot {name}` keeps one once it can be seen")
            )
    click.echo(
        "next: write cases into suites/ (an empty suite gives no verdict), commit these files, edit a description, "
        "and run `toolwatch check`"
    )


def _first(root: Path, around: "Around", names: tuple[str, ...]) -> "First":
    from toolwatch.errors import ObservationError
    from toolwatch.model.inert import one_line
    from toolwatch.pipeline.init import first

    with progress() as tell:
        found = first(root, around, names, progress=tell)
    for name, why in found.unseen.items():
        click.echo(one_line(f"toolwatch: {name}: {why}"), err=True)
    if found.unseen and not found.kept:
        leave = "`toolwatch init NAME` leaves others out, --no-start starts none"
        raise ObservationError(f"no server was seen, so nothing was written: {leave}")
    return found


def _settle(root: Path, path: str, text: str, before: str | None, *, yes: bool) -> bool:
    """Write a file where that is wished; whether it now says ``text``."""
    import difflib

    from toolwatch.model.files import write_whole
    from toolwatch.model.inert import visible

    if text == before:
        click.echo(f"{path}: as it should be")
        return True
    if before is not None:
        for line in difflib.unified_diff(before.splitlines(), text.splitlines(), path, path, lineterm=""):
            click.echo(visible(line))
        if yes or not click.confirm(f"Change {path}?", default=False):
            click.echo(f"{path}: left as it is")
            return False
    write_whole(root / path, text)
    click.echo(f"{path}: {'changed' if before is not None else 'written'}")
    return True
