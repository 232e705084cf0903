"""The SDK's transport over a process's pipes, with every byte read here first.

The SDK's own stdio transport has no limit on a line, ends at the first byte that is no UTF-8, and drops lines that are
no message; a watcher has to count, survive and report them.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import anyio
from anyio.abc import ByteReceiveStream, Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from toolwatch.sources.place import Place
from toolwatch.sources.process import Stderr, running
from toolwatch.sources.wire import Wire

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

Streams = tuple[Any, Any]


@asynccontextmanager
async def pipes(place: Place, wire: Wire, stderr: Stderr) -> AsyncIterator[Streams]:
    """Start the command of ``place`` and yield the stream pair that the SDK's client drives."""
    async with running(place.command, env=place.env, cwd=place.cwd, grace=wire.bounds.close) as process:
        inward, read = anyio.create_memory_object_stream[Any](0)
        write, outward = anyio.create_memory_object_stream["SessionMessage"](0)
        async with anyio.create_task_group() as group, inward, read, write, outward:
            group.start_soon(_read, process, inward, wire)
            group.start_soon(_write, process, outward, wire)
            group.start_soon(_collect, process, stderr)
            try:
                yield read, write
            finally:
                await _finish(process, stderr)
                group.cancel_scope.cancel()


async def _finish(process: Process, stderr: Stderr) -> None:
    """Give a process that has just ended the moment it takes to read its last words."""
    with anyio.move_on_after(0.2, shield=True):
        while process.returncode is not None and not stderr.ended:
            await anyio.sleep(0.005)
    stderr.close()


async def _read(process: Process, inward: MemoryObjectSendStream[Any], wire: Wire) -> None:
    from mcp.shared.message import SessionMessage
    from mcp_types import jsonrpc_message_adapter

    assert process.stdout is not None
    async with inward:
        async for line in _lines(process.stdout, wire):
            for message in wire.received(line):
                try:
                    parsed = jsonrpc_message_adapter.validate_python(message, by_name=False)
                except ValueError:
                    wire.note(line)
                    continue
                try:
                    await inward.send(SessionMessage(parsed))
                except (anyio.ClosedResourceError, anyio.BrokenResourceError):
                    return


async def _lines(stdout: ByteReceiveStream, wire: Wire) -> AsyncIterator[bytes]:
    """The lines of stdout, an unfinished last one included."""
    parts: list[bytes] = []
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
        async for chunk in stdout:
            wire.count(len(chunk))
            *lines, rest = chunk.split(b"\n")
            for line in lines:
                yield b"".join((*parts, line))
                parts = []
            parts.append(rest)
    if last := b"".join(parts):
        yield last


async def _write(process: Process, outward: MemoryObjectReceiveStream["SessionMessage"], wire: Wire) -> None:
    assert process.stdin is not None
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        async for item in outward:
            wire.sent(item.message.model_dump(by_alias=True, exclude_unset=True))
            await process.stdin.send((item.message.model_dump_json(by_alias=True, exclude_unset=True) + "\n").encode())


async def _collect(process: Process, stderr: Stderr) -> None:
    assert process.stderr is not None
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
        async for chunk in process.stderr:
            stderr.feed(chunk)
    stderr.ended = True
