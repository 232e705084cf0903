"""``toolwatch mcp``: toolwatch's own functions as an MCP server."""

import sys
from pathlib import Path

import click

from toolwatch.cli.exits import Exit
from toolwatch.cli.options import Command, config_option


@click.command(cls=Command)
@config_option
def command(config: Path | None) -> int:
    """Serve lint, diff, affected, check and explain as an MCP server on stdin and stdout.

    An agent that edits tool descriptions can ask here before it hands in its edit. Only configured servers and files
    inside the project can be named.

    Example, in a client's configuration: {"command": "toolwatch", "args": ["mcp"]}
    """
    from toolwatch.config.settings import load
    from toolwatch.errors import UsageError
    from toolwatch.pipeline.mcp_server import serve

    if sys.stdin is None or sys.stdout is None:
        raise UsageError("a client speaks with this command on stdin and stdout, and one of them is closed")
    serve(load(config))
    return Exit.PASS
