"""An MCP server that makes some of its tools in a loop."""

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from .colours import COLOURS

print("loading the shop")
mcp = MCPServer("shop")


@mcp.tool()
def find_order(number: Annotated[int, Field(description="Its number.", ge=1)], deep: bool = False) -> str:
    """Find one order."""
    return f"{number} {deep}"


for colour in COLOURS:
    mcp.tool(name=f"list_{colour}", description=f"List what is {colour}.")(lambda: "")


def make() -> MCPServer:
    """Give the server."""
    return mcp
