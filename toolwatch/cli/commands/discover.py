"""``toolwatch discover``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, format_option

if TYPE_CHECKING:
    from toolwatch.model.snapshot import Snapshot
    from toolwatch.pipeline.discover import Discovered, Known


@click.command(cls=Command)
@click.option("--observe", is_flag=True, help="Also start or reach every enabled server and count what it lists.")
@click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path(),
    help="Folder of the project. Default: the current one.",
)
@format_option("text", "json")
def command(observe: bool, project: Path, format_name: str) -> int:
    r"""List the MCP servers that the clients on this machine are configured to use.

    Reads the files of Claude Code, Claude Desktop, Cursor, VS Code, Windsurf, Codex, Gemini CLI, Zed, Goose, opencode
    and Continue. No server is started unless --observe says so, and no value of a variable or header is shown.

    \b
    toolwatch discover
    toolwatch snapshot --config .cursor/mcp.json     any of these files works as --config
    """
    from toolwatch.cli.progress import progress
    from toolwatch.pipeline.discover import discover

    with progress() as tell:
        found = discover(Path.home(), project.resolve(), observe=observe, progress=tell)
    if format_name == "json":
        import json

        click.echo(json.dumps(_document(found), indent=2))
    else:
        for one in found.servers:
            click.echo(_line(one))
        if not found.servers:
            click.echo("no client's configuration names an MCP server")
    for problem in found.problems:
        click.echo(f"toolwatch: {_inert(problem)}", err=True)
    blind = any(one.seen is not None and one.seen.coverage.trouble for one in found.servers)
    return Exit.NOT_OBSERVED if blind or found.problems else Exit.PASS


def _line(one: "Known") -> str:
    parts = [one.client, one.file, one.name, one.reached]
    if one.needs:
        parts.append("with " + ", ".join(one.needs))
    if not one.enabled:
        parts.append("disabled")
    if one.seen is not None:
        failure, trouble = one.seen.coverage.failure, "; ".join(one.seen.coverage.trouble)
        partly = f" (seen only in part: {trouble})" if trouble else ""
        parts.append(f"not observed: {failure}" if failure else f"{len(one.seen.tools)} tools{partly}")
    return "  ".join(map(_inert, parts))


def _document(found: "Discovered") -> dict[str, Any]:
    return {
        "schema_version": 1,
        "servers": [
            {
                "client": one.client,
                "file": one.file,
                "name": one.name,
                "reached": one.reached,
                "needs": list(one.needs),
                "enabled": one.enabled,
                **({} if one.seen is None else _seen(one.seen)),
            }
            for one in found.servers
        ],
        "problems": list(found.problems),
    }


def _seen(snapshot: "Snapshot") -> dict[str, Any]:
    coverage = snapshot.coverage
    problems = [] if coverage.failure else list(coverage.trouble)
    return {"tools": len(snapshot.tools), "failure": coverage.failure, "problems": problems}


def _inert(text: str) -> str:
    from toolwatch.model.inert import one_line

    return one_line(text)
