"""One conversation with a server through the SDK: the handshake, then every page of every list."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Surface
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.pages import METHODS, Pages
from toolwatch.sources.place import ClientFace, Place
from toolwatch.sources.wire import Wire

if TYPE_CHECKING:
    from mcp import Client

Opener = Callable[[Wire], AbstractAsyncContextManager[Any]]
"""Makes the SDK transport of one attempt, recording on the wire that it is given."""

CAPABILITY = {
    Surface.TOOLS: "tools",
    Surface.PROMPTS: "prompts",
    Surface.RESOURCES: "resources",
    Surface.RESOURCE_TEMPLATES: "resources",
}
_QUIET = 2.0
"""Seconds of waiting before the user is told what is waited for, and between two such lines."""
_AFTERTHOUGHT = 0.05
"""Seconds for what a server says right after its last answer: that the list has changed, or another answer."""


@dataclass(slots=True)
class Heard:
    """What one conversation has brought so far; it stays readable when the conversation breaks off."""

    wire: Wire
    handshake: Mapping[str, Any] | None = None
    protocol_version: str | None = None
    pages: dict[Surface, Pages] = field(default_factory=dict)
    broken: str = ""
    """Why the conversation ended before its end."""
    timed_out: bool = False
    doing: str = "the handshake"

    @property
    def capabilities(self) -> Mapping[str, Any]:
        """As declared, or empty."""
        value = (self.handshake or {}).get("capabilities")
        return value if isinstance(value, dict) else {}

    @property
    def failure(self) -> str:
        """Why there is no tool list, if there is none that can be believed."""
        tools = self.pages.get(Surface.TOOLS)
        if self.handshake is None:
            return self.broken or "ended without a word"
        if tools is None:
            return self.broken
        if tools.not_found and CAPABILITY[Surface.TOOLS] not in self.capabilities:
            return ""
        return "" if tools.count else tools.refused or self.broken

    @property
    def final(self) -> bool:
        """Whether another attempt, in another mode, is not worth the wait."""
        tools = self.pages.get(Surface.TOOLS)
        return not self.failure or self.timed_out or (tools is not None and tools.unanswered)


async def converse(
    opener: Opener,
    place: Place,
    bounds: Bounds,
    *,
    mode: str,
    started: float,
    waiting: Callable[[str], None] = lambda doing: None,
) -> Heard:
    """Connect and list everything; time that runs out and refusals are recorded in what is returned.

    Args:
        opener: makes the transport.
        place: whom to be, and what to list.
        bounds: the limits; times count from ``started``, a reading of anyio's clock.
        mode: ``auto`` probes for the newest protocol, ``legacy`` does not.
        started: when the first attempt began.
        waiting: told every few seconds what is being waited for.
    """
    heard = Heard(Wire(bounds))
    clock = anyio.CancelScope(deadline=started + bounds.connect)
    heard.wire.stop = clock.cancel
    with clock:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(_tell, heard, waiting)
                async with _client(opener(heard.wire), place.client, mode) as client:
                    clock.deadline = started + bounds.total
                    _shake_hands(client, heard)
                    await _list_all(client, place, heard)
                group.cancel_scope.cancel()
        except Exception as error:
            heard.broken = reason_of(error, heard.wire)
    if clock.cancelled_caught:
        heard.timed_out = True
        heard.broken = heard.wire.breach or _timed_out(heard, bounds)
    return heard


def reason_of(error: BaseException, wire: Wire) -> str:
    """The cause of a failure in one line: unwrapped from exception groups, with the HTTP status the SDK hides."""
    if wire.breach:
        return wire.breach
    causes = _leaves(error)
    for cause in causes:
        if isinstance(cause, ObservationError):
            return str(cause)
    if wire.trouble:
        return wire.trouble
    text = "; ".join(dict.fromkeys(map(_text, causes)))
    if text == "Connection closed":
        text = "closed the connection"
    return one_line(text, 300) + wire.noise_note


def _leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    return [error]


def _text(cause: BaseException) -> str:
    """The text of an error, with its type where that is none that a connection is expected to raise."""
    from mcp import MCPError

    expected = isinstance(cause, MCPError | OSError | RuntimeError | ValueError)
    return str(cause) if expected and str(cause) else f"{type(cause).__name__}: {cause}".removesuffix(": ")


def _client(transport: Any, face: ClientFace, mode: str) -> "Client":
    from mcp import Client
    from mcp_types import INVALID_REQUEST, ErrorData, Implementation

    async def decline(*_: Any) -> ErrorData:
        return ErrorData(code=INVALID_REQUEST, message="toolwatch only reads lists")

    known = {"roots": "list_roots_callback", "sampling": "sampling_callback", "elicitation": "elicitation_callback"}
    callbacks: dict[str, Any] = {known[name]: decline for name in face.capabilities}
    info = Implementation(name=face.name, version=face.version)
    return Client(transport, mode=mode, cache=None, client_info=info, **callbacks)


def _shake_hands(client: "Client", heard: Heard) -> None:
    modern = client.session.discover_result is not None
    raw = heard.wire.latest("server/discover" if modern else "initialize")
    heard.handshake = raw if isinstance(raw, dict) else {}
    heard.protocol_version = client.session.protocol_version


async def _list_all(client: "Client", place: Place, heard: Heard) -> None:
    """List each surface; tools are asked for even where the server forgot to declare them."""
    for surface in place.surfaces:
        if surface is Surface.TOOLS or CAPABILITY[surface] in heard.capabilities:
            heard.doing = METHODS[surface]
            pages = heard.pages[surface] = Pages(surface, heard.wire)
            await pages.read(client)
    await anyio.sleep(_AFTERTHOUGHT)
    changed = [pages for pages in heard.pages.values() if pages.changed and not pages.refused]
    for pages in changed:
        await _once_more(client, pages, heard)
    if changed:
        await anyio.sleep(_AFTERTHOUGHT)


async def _once_more(client: "Client", before: Pages, heard: Heard) -> None:
    """Read a list anew that has changed since its reading began; one that does not come to rest is partial."""
    heard.doing = before.method
    pages = Pages(before.surface, heard.wire)
    await pages.read(client)
    if not pages.count:
        before.refused = pages.refused
        return
    heard.pages[before.surface] = pages
    if pages.changed and pages.items != before.items:
        pages.refused = pages.refused or f"{pages.method} changed while it was read, and again when it was read anew"


async def _tell(heard: Heard, waiting: Callable[[str], None]) -> None:
    while True:
        await anyio.sleep(_QUIET)
        waiting(heard.doing)


def _timed_out(heard: Heard, bounds: Bounds) -> str:
    if heard.handshake is None:
        return f"did not answer the handshake within {bounds.connect:g} s{heard.wire.noise_note}"
    return f"was not listed within {bounds.total:g} s, while waiting for {heard.doing}"
