"""The help desk as a running MCP server over stdio: says what a definition file says, and answers calls from nowhere.

Start it with ``python suites/helpdesk/server.py [FILE]``; FILE is a list of tools such as ``edits/broad.json`` and
defaults to ``tools.json``. It has no orders and no money: every call is answered with a sentence.
"""

import json
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

INSTRUCTIONS = "Tools of a shop's help desk: orders, returns, refunds and stock."


def build(tools: list[types.Tool]) -> Server[Any]:
    """A server that lists ``tools``."""

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        known = params.name in {tool.name for tool in tools}
        text = f"{params.name} was called; this example does nothing." if known else f"there is no tool {params.name}"
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=not known)

    return Server(
        "helpdesk",
        version="1.0.0",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve(file: Path) -> None:
    """Speak MCP over stdin and stdout until the client leaves."""
    raw = json.loads(file.read_text(encoding="utf-8"))
    server = build([types.Tool.model_validate(tool) for tool in raw["tools"]])
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(serve, Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("tools.json"))
