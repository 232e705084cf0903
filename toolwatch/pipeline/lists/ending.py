"""A request to end that comes while servers run: they are in sessions of their own, and would stay."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeVar

import anyio

T = TypeVar("T")
Handler = Callable[[int, FrameType | None], None]


def run(work: Callable[[], Awaitable[T]]) -> T:
    """``anyio.run``, which SIGTERM ends as Ctrl-C does: only once everything that was started has ended.

    SIGTERM is not passed on as SIGINT: a shell starts what runs in the background with that ignored, and the request
    would be lost with it.

    Raises:
        KeyboardInterrupt: somebody asked to end.
    """
    asked: list[int] = []

    async def until_asked() -> T:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None

        def end(number: int, _: FrameType | None) -> None:
            asked.append(number)
            loop.call_soon_threadsafe(task.cancel)

        with _on_sigterm(end):
            return await work()

    try:
        result = anyio.run(until_asked)
    except asyncio.CancelledError:
        if not asked:
            raise
    if asked:
        raise KeyboardInterrupt
    return result


@contextmanager
def _on_sigterm(handler: Handler) -> Iterator[None]:
    """Let ``handler`` have SIGTERM, unless the program around has a handler of its own."""
    free = current_thread() is main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if free:
        signal.signal(signal.SIGTERM, handler)
    try:
        yield
    finally:
        if free:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
