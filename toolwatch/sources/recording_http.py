"""An HTTP client that puts the wire's record between the network and the SDK."""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import httpx2

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.sources.secrets import shown_url
from toolwatch.sources.wire import Wire


class RecordingClient(httpx2.AsyncClient):
    """Counts and records every answer of the server, and gives the SDK what the wire wants it to see.

    Overriding ``send`` keeps the environment's proxies and certificates, sees bodies after decompression, and leaves
    alone what an auth flow asks its authorization server.
    """

    def __init__(self, wire: Wire, *, streaming_get: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self._wire = wire
        self._watched = {"POST", "GET"} if streaming_get else {"POST"}

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send, note what went wrong, and wrap the body."""
        with suppress(ValueError):
            self._wire.sent(json.loads(await request.aread() or b"null"))
        try:
            response = await super().send(request, **options)
        except httpx2.TransportError as error:
            self._wire.trouble = f"cannot reach {request.url.host}: {_cause(error)}"
            raise ObservationError(self._wire.trouble) from error
        if request.method in self._watched:
            self._note(response)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.status_code >= 400 or kind not in ("application/json", "text/event-stream"):
            return response
        body = _Events(response, self._wire) if kind == "text/event-stream" else _Document(response, self._wire)
        return _with_body(response, body)

    def _note(self, response: httpx2.Response) -> None:
        if response.status_code < 400:
            self._wire.status, self._wire.trouble = 0, ""
            return
        self._wire.status = response.status_code
        self._wire.trouble = _trouble(response)


def _trouble(response: httpx2.Response) -> str:
    code = response.status_code
    with suppress(ValueError):
        name = f" {HTTPStatus(code).phrase}"
    text = f"answered HTTP {code}{name if code in HTTPStatus._value2member_map_ else ''}"
    if code == HTTPStatus.TOO_MANY_REQUESTS and (wait := response.headers.get("retry-after")):
        return f"{text}; try again after {one_line(wait, 40)}" + (" s" if wait.isdigit() else "")
    if code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return f"{text}; give it credentials it accepts (headers, bearer or oauth in its configuration)"
    return text


def _cause(error: BaseException) -> str:
    """The innermost text of a chain of connection errors."""
    while error.__cause__ is not None:
        error = error.__cause__
    return one_line(str(error) or type(error).__name__, 200)


def _with_body(response: httpx2.Response, body: httpx2.AsyncByteStream) -> httpx2.Response:
    dropped = ("content-encoding", "content-length", "transfer-encoding")
    headers = [(key, value) for key, value in response.headers.multi_items() if key.lower() not in dropped]
    wrapped = httpx2.Response(response.status_code, headers=headers, stream=body, extensions=response.extensions)
    wrapped.request = response.request
    wrapped.next_request = response.next_request
    return wrapped


class _Body(httpx2.AsyncByteStream):
    def __init__(self, response: httpx2.Response, wire: Wire) -> None:
        self._response = response
        self._wire = wire

    async def aclose(self) -> None:
        await self._response.aclose()

    async def _chunks(self) -> AsyncIterator[bytes]:
        async for chunk in self._response.aiter_bytes():
            self._wire.count(len(chunk))
            yield chunk


class _Document(_Body):
    """A JSON body: one message, or a batch."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        raw = b"".join([chunk async for chunk in self._chunks()])
        shown = self._wire.received(raw)
        if shown is None:
            yield raw
            return
        answers = [message for message in shown if "method" not in message] or shown
        yield b"".join(json.dumps(message).encode() for message in answers[:1])


class _Events(_Body):
    """A stream of server-sent events; each message in it is recorded and replaced."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        block: list[bytes] = []
        async for lines in self._lines():
            events: list[list[bytes]] = []  # the SDK may stop at the first, and what came with it counts too
            for line in lines:
                if line:
                    block.append(line)
                    continue
                events += self._shown(block)
                block = []
            for event in events:
                yield b"\n".join(event) + b"\n\n"

    async def _lines(self) -> AsyncIterator[list[bytes]]:
        """The lines that each chunk completes."""
        rest = b""
        async for chunk in self._chunks():
            *lines, rest = (rest + chunk).split(b"\n")
            yield [line.removesuffix(b"\r") for line in lines]

    def _shown(self, block: list[bytes]) -> list[list[bytes]]:
        data = [line.removeprefix(b"data:").removeprefix(b" ") for line in block if line.startswith(b"data:")]
        others = [line for line in block if not line.startswith(b"data:")]
        named = any(line.replace(b" ", b"") == b"event:endpoint" for line in others)
        if named:
            self._check_endpoint(b"".join(data).decode("utf-8", "replace"))
        shown = self._wire.received(b"\n".join(data)) if data and not named else None
        if shown is None:
            return [block]
        return [[*others, b"data: " + json.dumps(message).encode()] for message in shown]

    def _check_endpoint(self, endpoint: str) -> None:
        """The SDK refuses an endpoint on another host, and then waits for ever."""
        here = self._response.request.url
        there = here.join(endpoint)
        if (there.scheme, there.host, there.port) != (here.scheme, here.host, here.port):
            raise self._wire.broken(f"wants its messages sent elsewhere: {one_line(shown_url(str(there)), 200)}")
