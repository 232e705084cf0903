"""Runs a Python object as an MCP server over stdio; started as a script by another interpreter than toolwatch's.

Standard library and the server's own packages only: nothing of toolwatch is importable here.
"""

import asyncio
import importlib
import importlib.util
import inspect
import os
import sys
from types import ModuleType
from typing import Any

NAMES = ("mcp", "server", "app")
"""Where servers usually stand, looked at first."""
CLASSES = ("FastMCP", "MCPServer", "Server")


def main(what: str) -> None:
    """Import ``module:object`` or ``file.py:object`` and serve it; the object may be left out, or be a factory."""
    start, _, name = what.rpartition(":") if ":" in what else (what, "", "")
    # In place of this script's own folder, which Python has put first.
    sys.path[0:1] = [folder for folder in (os.getcwd(), os.path.join(os.getcwd(), "src")) if os.path.isdir(folder)]
    module = load_file(start) if start.endswith(".py") else importlib.import_module(start)
    server = find(module, name)
    if not is_server(server) and callable(server):
        server = server()
    asyncio.run(serve(server))


def load_file(path: str) -> ModuleType:
    """Import a file; one inside a package under its full name, so that its relative imports work."""
    path = os.path.abspath(path)
    parts, folder = [os.path.splitext(os.path.basename(path))[0]], os.path.dirname(path)
    while os.path.exists(os.path.join(folder, "__init__.py")):
        parts.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    sys.path.insert(0, folder)
    if len(parts) > 1:
        return importlib.import_module(".".join(parts))
    spec = importlib.util.spec_from_file_location(parts[0], path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        sys.exit(f"{os.path.relpath(path)}: no such file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[parts[0]] = module
    spec.loader.exec_module(module)
    return module


def find(module: ModuleType, name: str) -> Any:
    """The object of that name, else the only server in the module."""
    if name:
        found: Any = module
        for part in name.split("."):
            if not hasattr(found, part):
                sys.exit(f"{module.__name__} has no {name}")
            found = getattr(found, part)
        return found
    servers = {key: value for key, value in vars(module).items() if is_server(value)}
    for key in NAMES:
        if key in servers:
            return servers[key]
    if len({id(value) for value in servers.values()}) == 1:
        return next(iter(servers.values()))
    sys.exit(f"{module.__name__} holds {len(servers)} MCP servers ({', '.join(servers)}): name one as MODULE:OBJECT")


def is_server(value: object) -> bool:
    """Whether an object is a server of the MCP SDK or of FastMCP, by its class or one that it inherits from."""
    return any(
        kind.__name__ in CLASSES and kind.__module__.split(".")[0] in ("mcp", "fastmcp") for kind in type(value).__mro__
    )


async def serve(server: Any) -> None:
    """Serve over stdin and stdout, whichever generation of server it is."""
    if inspect.isawaitable(server):
        server = await server
    if not is_server(server):
        sys.exit(f"{type(server).__name__} is no MCP server")
    run = getattr(server, "run_stdio_async", None)
    if run is not None:
        quiet = {"show_banner": False} if "show_banner" in inspect.signature(run).parameters else {}
        await run(**quiet)
        return
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    main(sys.argv[1])
