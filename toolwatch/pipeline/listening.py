"""Waits between two rounds of a watch, and cuts the wait short when a server says that its list has changed."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import anyio

from toolwatch.config.servers import ServerSettings
from toolwatch.pipeline.lists import ending


def wait(servers: Iterable[ServerSettings], seconds: float) -> bool:
    """Wait ``seconds``; True as soon as a server has announced a change.

    Listening is a favour: a server that cannot be listened to (it wants a login, it has no such notification, it
    breaks off) is still looked at when the time is up.
    """
    return ending.run(lambda: _wait(tuple(servers), seconds))


async def _wait(servers: tuple[ServerSettings, ...], seconds: float) -> bool:
    changed = anyio.Event()
    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as group:
            for server in servers:
                group.start_soon(_listen, server, changed)
            await changed.wait()
            group.cancel_scope.cancel()
    return changed.is_set()


async def _listen(server: ServerSettings, changed: anyio.Event) -> None:
    from mcp import Client
    from mcp_types import ToolListChangedNotification

    async def heard(message: Any) -> None:
        if isinstance(getattr(message, "root", message), ToolListChangedNotification):
            changed.set()

    target = _target(server)
    if target is None:
        return
    with suppress(Exception):
        async with Client(target, message_handler=heard, cache=None, mode="legacy"):
            await anyio.sleep_forever()


def _target(server: ServerSettings) -> Any:
    """What the SDK connects to; None where that needs more than a command or a plain URL."""
    from mcp.client.stdio import StdioServerParameters

    if server.command is not None:
        env = dict(server.env)
        return StdioServerParameters(command=server.command, args=list(server.args or ()), env=env, cwd=server.cwd)
    plain = server.url and not (server.headers or server.bearer or server.bearer_file or server.oauth)
    return server.url if plain and server.transport in (None, "http") else None
