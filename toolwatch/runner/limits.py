"""How fast an endpoint is asked, and how long to wait after a refusal."""

import asyncio
import random
from collections import deque
from dataclasses import dataclass, field

_MINUTE = 60.0


def backoff(seed: str, attempt: int, first: float) -> float:
    """Seconds before the next attempt, doubling from ``first``, with jitter drawn from ``seed`` and the attempt.

    Jitter keeps many clients apart; being drawn from the question it is the same in every run, and in any case it
    only delays a call and never changes an answer.
    """
    most = min(first * 2.0**attempt, 20.0)
    return most / 2 + random.Random(f"{seed}:{attempt}").random() * most / 2


@dataclass(slots=True)
class Window:
    """What was started in the last minute; outlives a single run, for the endpoint does not know where one ends."""

    started: deque[tuple[float, int]] = field(default_factory=deque)
    pause_ends: float = 0.0


class Pace:
    """Lets so many requests and tokens start in any minute, and none while the endpoint asked for a pause."""

    def __init__(self, requests: int = 0, tokens: int = 0, window: Window | None = None) -> None:
        self._requests = requests
        self._tokens = tokens
        self._window = window or Window()
        self._door = asyncio.Lock()

    def pause(self, seconds: float) -> None:
        """Let nothing start for so long: one refusal counts for all workers."""
        self._window.pause_ends = max(self._window.pause_ends, asyncio.get_running_loop().time() + seconds)

    async def turn(self, tokens: int) -> None:
        """Return when a call of that size may start."""
        async with self._door:
            while (wait := self._wait(tokens)) > 0:
                await asyncio.sleep(wait)
            if self._requests or self._tokens:
                self._window.started.append((asyncio.get_running_loop().time(), tokens))

    def _wait(self, tokens: int) -> float:
        now = asyncio.get_running_loop().time()
        while self._window.started and self._window.started[0][0] <= now - _MINUTE:
            self._window.started.popleft()
        wait = self._window.pause_ends - now
        if self._requests and len(self._window.started) >= self._requests:
            wait = max(wait, self._window.started[0][0] + _MINUTE - now)
        used = sum(size for _, size in self._window.started)
        if self._tokens and self._window.started and used + tokens > self._tokens:
            wait = max(wait, self._window.started[0][0] + _MINUTE - now)
        return wait
