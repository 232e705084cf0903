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
from toolwatch.sources.process import LastWords, running
from toolwatch.sources.wire import Wire

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

Streams = tuple[Any, Any]
_SILENCE = 0.4
"""Seconds without a byte after which a server that has ended is not expected to say more."""


@asynccontextmanager
async def pipes(place: Place, wire: Wire, words: LastWords) -> AsyncIterator[Streams]:
    """Start the command of ``place`` and yield the stream pair that the SDK's client drives."""
    async with running(place.command, env=place.env, cwd=place.cwd, grace=wire.bounds.close) as process:
        inward, read = anyio.create_memory_object_stream[Any](0)
        write, outward = anyio.create_memory_object_stream["SessionMessage"](0)
        async with anyio.create_task_group() as group, inward, read, write, outward:
            reading = anyio.CancelScope()
            group.start_soon(_read, process, inward, wire, words, reading)
            group.start_soon(_watch, process, wire, reading)
            group.start_soon(_write, process, outward, wire)
            group.start_soon(_collect, process, words)
            try:
                yield read, write
            finally:
                await _finish(process, words)
                group.cancel_scope.cancel()


async def _finish(process: Process, words: LastWords) -> None:
    """Give a process that is ending by itself the moment it takes to hear its last words."""
    with anyio.move_on_after(0.3, shield=True):
        while "stdout" not in words.open and process.returncode is None:
            await anyio.sleep(0.005)
        while process.returncode is not None and "stderr" in words.open:
            await anyio.sleep(0.005)
    words.status = process.returncode
    words.close()


async def _read(
    process: Process,
    inward: MemoryObjectSendStream[Any],
    wire: Wire,
    words: LastWords,
    reading: anyio.CancelScope,
) -> None:
    from mcp.shared.message import SessionMessage
    from mcp_types import jsonrpc_message_adapter

    assert process.stdout is not None
    async with inward:
        with reading, suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            async for line in _lines(process.stdout, wire):
                for message in wire.received(line) or ():
                    try:
                        parsed = jsonrpc_message_adapter.validate_python(message, by_name=False)
                    except ValueError:
                        wire.note(line)
                    else:
                        await inward.send(SessionMessage(parsed))
        words.open.discard("stdout")


async def _watch(process: Process, wire: Wire, reading: anyio.CancelScope) -> None:
    """End the reading when the server is gone and silent: a child of it may hold the pipe open for ever."""
    heard = -1
    while process.returncode is None or wire.heard != heard:
        heard = wire.heard
        await anyio.sleep(_SILENCE)
    reading.cancel()


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


async def _collect(process: Process, words: LastWords) -> None:
    assert process.stderr is not None
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
        async for chunk in process.stderr:
            words.feed(chunk)
    words.open.discard("stderr")
