"""How fast an endpoint is asked, how long to wait after a refusal, and how large a call may turn out."""

import asyncio
import random
from collections import deque

from toolwatch.model.trial import Ask
from toolwatch.runner.ledger import Hold

_MINUTE = 60.0
_FRAME = 1_024
"""Tokens that a provider's own template may add to a request (Anthropic's tool prompt is the largest known)."""
_SEAM = 32
"""Tokens by which two requests with the same beginning may differ besides their messages' own text."""


def backoff(seed: str, attempt: int, first: float) -> float:
    """Seconds before the next attempt, doubling from ``first``, with jitter drawn from ``seed`` and the attempt.

    Jitter keeps many clients apart; being drawn from the question it is the same in every run, and in any case it
    only delays a call and never changes an answer.
    """
    most = min(first * 2.0**attempt, 20.0)
    return most / 2 + random.Random(f"{seed}:{attempt}").random() * most / 2


class Pace:
    """Lets so many requests and tokens start in any minute, and none while the endpoint asked for a pause."""

    def __init__(self, requests: int = 0, tokens: int = 0) -> None:
        self._requests = requests
        self._tokens = tokens
        self._started: deque[tuple[float, int]] = deque()
        self._pause_ends = 0.0
        self._door = asyncio.Lock()

    def pause(self, seconds: float) -> None:
        """Let nothing start for so long: one refusal counts for all workers."""
        self._pause_ends = max(self._pause_ends, asyncio.get_running_loop().time() + seconds)

    async def turn(self, tokens: int) -> None:
        """Return when a call of that size may start."""
        async with self._door:
            while (wait := self._wait(tokens)) > 0:
                await asyncio.sleep(wait)
            if self._requests or self._tokens:
                self._started.append((asyncio.get_running_loop().time(), tokens))

    def _wait(self, tokens: int) -> float:
        now = asyncio.get_running_loop().time()
        while self._started and self._started[0][0] <= now - _MINUTE:
            self._started.popleft()
        wait = self._pause_ends - now
        if self._requests and len(self._started) >= self._requests:
            wait = max(wait, self._started[0][0] + _MINUTE - now)
        used = sum(size for _, size in self._started)
        if self._tokens and self._started and used + tokens > self._tokens:
            wait = max(wait, self._started[0][0] + _MINUTE - now)
        return wait


class Sizes:
    """An upper bound on the tokens of a call that has not been made yet.

    A token is at least one byte of text, so a request has at most as many tokens as bytes, and what the provider's
    template adds. Once one answer for the same tools has told its count, only the messages are unknown.
    """

    def __init__(self, most_out: int) -> None:
        self._most_out = most_out
        self._known: dict[tuple[int, str], int] = {}
        self._lists: dict[int, object] = {}
        self._bytes: dict[int, int] = {}

    def hold(self, ask: Ask) -> Hold:
        """What the call may cost at most."""
        known = self._known.get((id(ask.tools), ask.system))
        if known is not None:
            return Hold(known + _said(ask) + _SEAM, self._most_out)
        return Hold(
            self._listed(ask) + len(ask.system.encode("utf-8", "replace")) + _said(ask) + _FRAME, self._most_out
        )

    def learn(self, ask: Ask, tokens_in: int) -> None:
        """Remember what a call of this list turned out to cost."""
        if tokens_in:
            place = (id(ask.tools), ask.system)
            self._known[place] = min(tokens_in, self._known.get(place, tokens_in))
            self._lists[id(ask.tools)] = ask.tools

    def _listed(self, ask: Ask) -> int:
        if id(ask.tools) not in self._bytes:
            self._bytes[id(ask.tools)] = sum(len(str(tool.raw).encode("utf-8", "replace")) for tool in ask.tools)
            self._lists[id(ask.tools)] = ask.tools
        return self._bytes[id(ask.tools)]


def _said(ask: Ask) -> int:
    return sum(
        len(f"{turn.role}{turn.content}{turn.tool}{turn.arguments}".encode("utf-8", "replace")) for turn in ask.messages
    )
