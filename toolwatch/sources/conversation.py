"""One conversation with a server through the SDK: the handshake, then every page of every list."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Json
from toolwatch.sources import entries
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.place import Place
from toolwatch.sources.wire import LIST_KEYS, Wire

if TYPE_CHECKING:
    from mcp import Client

Opener = Callable[[Wire], AbstractAsyncContextManager[Any]]
"""Makes the SDK transport of one attempt, recording on the wire that it is given."""

METHODS = {
    Surface.TOOLS: "tools/list",
    Surface.PROMPTS: "prompts/list",
    Surface.RESOURCES: "resources/list",
    Surface.RESOURCE_TEMPLATES: "resources/templates/list",
}
_CAPABILITY = {
    Surface.TOOLS: "tools",
    Surface.PROMPTS: "prompts",
    Surface.RESOURCES: "resources",
    Surface.RESOURCE_TEMPLATES: "resources",
}
_METHOD_NOT_FOUND = -32601


@dataclass(slots=True)
class Heard:
    """What one conversation has brought so far; it stays readable when the conversation breaks off."""

    wire: Wire
    handshake: Mapping[str, Any] | None = None
    protocol_version: str | None = None
    items: dict[Surface, list[Json]] = field(default_factory=dict)
    covered: list[SurfaceCoverage] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    failure: str = ""
    timed_out: bool = False

    @property
    def capabilities(self) -> Mapping[str, Any]:
        """As declared, or empty."""
        value = (self.handshake or {}).get("capabilities")
        return value if isinstance(value, dict) else {}


async def converse(opener: Opener, bounds: Bounds, *, mode: str) -> Heard:
    """Connect and list everything; time that runs out and refusals are recorded in what is returned."""
    from mcp import Client
    from mcp_types import Implementation

    heard = Heard(Wire(bounds))
    start = anyio.current_time()
    with anyio.move_on_after(bounds.connect) as clock:
        try:
            client = Client(
                opener(heard.wire),
                mode=mode,
                cache=None,
                client_info=Implementation(name="toolwatch", version="1"),
                read_timeout_seconds=bounds.answer,
            )
            async with client:
                clock.deadline = start + bounds.total
                _shake_hands(client, heard)
                for surface in Surface:
                    await _list(client, surface, heard, bounds)
        except Exception as error:
            _record(heard, reason_of(error, heard.wire))
    if clock.cancelled_caught:
        heard.timed_out = True
        _record(heard, _timed_out(heard, bounds))
    return heard


def listing(heard: Heard, place: Place, kind: str) -> Listing:
    """Turn what was heard into a listing."""
    shake = heard.handshake or {}
    info = shake.get("serverInfo") or _stamp(shake)
    instructions = shake.get("instructions")
    got = {surface: heard.items.get(surface, []) for surface in Surface}
    tools = entries.tools(got[Surface.TOOLS])
    return Listing(
        place.name,
        tools,
        prompts=entries.objects(got[Surface.PROMPTS]),
        resources=entries.objects(got[Surface.RESOURCES]),
        resource_templates=entries.objects(got[Surface.RESOURCE_TEMPLATES]),
        instructions=instructions if isinstance(instructions, str) else None,
        server_info=info if isinstance(info, dict) else {},
        protocol_version=heard.protocol_version,
        capabilities=heard.capabilities,
        coverage=Coverage(
            surfaces=tuple(heard.covered),
            invalid=tuple(entry for surface in Surface for entry in entries.invalid(surface, got[surface])),
            duplicates=entries.duplicates(tools),
            noise=tuple(heard.wire.noise),
            problems=tuple(heard.problems + heard.wire.losses),
            failure=heard.failure,
        ),
        kind=kind,
        target=place.written,
    )


def reason_of(error: BaseException, wire: Wire) -> str:
    """The cause of a failure in one line: unwrapped from exception groups, with the HTTP status the SDK hides."""
    causes = list(_leaves(error))
    for cause in causes:
        if isinstance(cause, ObservationError):
            return str(cause)
    if wire.trouble:
        return wire.trouble
    return one_line("; ".join(dict.fromkeys(str(cause) or type(cause).__name__ for cause in causes)), 300)


def _leaves(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    return [error]


def _record(heard: Heard, reason: str) -> None:
    if Surface.TOOLS in {covered.surface for covered in heard.covered if covered.listed}:
        heard.problems.append(reason)
    else:
        heard.failure = heard.failure or reason


def _timed_out(heard: Heard, bounds: Bounds) -> str:
    if heard.handshake is None:
        reason = f"did not answer the handshake within {bounds.connect:g} s"
    else:
        reason = f"was not listed within {bounds.total:g} s"
    if heard.wire.noise_lines:
        reason += f"; its stdout held {heard.wire.noise_lines} lines that are no message, first: {heard.wire.noise[0]}"
    return reason


def _shake_hands(client: "Client", heard: Heard) -> None:
    modern = client.session.discover_result is not None
    raw = heard.wire.latest("server/discover" if modern else "initialize")
    heard.handshake = raw if isinstance(raw, dict) else {}
    heard.protocol_version = client.session.protocol_version


def _stamp(shake: Mapping[str, Any]) -> Json:
    """The serverInfo of a 2026-07-28 server, which sits in ``_meta`` (SEP-2575)."""
    from mcp_types import SERVER_INFO_META_KEY

    meta = shake.get("_meta")
    return meta.get(SERVER_INFO_META_KEY) if isinstance(meta, dict) else None


async def _list(client: "Client", surface: Surface, heard: Heard, bounds: Bounds) -> None:
    """List one surface; tools are asked for even where the server forgot to declare them."""
    declared = _CAPABILITY[surface] in heard.capabilities
    if not declared and surface is not Surface.TOOLS:
        heard.covered.append(SurfaceCoverage(surface, declared=False, listed=False))
        return
    pages = _Pages(surface, heard, bounds)
    refused = await pages.read(client)
    optional = surface is Surface.RESOURCE_TEMPLATES or not declared
    if pages.count == 0 and pages.not_found and optional:
        refused, declared = "", False
    heard.covered.append(
        SurfaceCoverage(
            surface, declared, pages.count > 0, pages.count, len(pages.items), "" if pages.count else refused
        )
    )
    if pages.count and refused:
        heard.problems.append(refused)
    if not pages.count and refused and surface is Surface.TOOLS:
        heard.failure = refused


class _Pages:
    """The pages of one surface."""

    def __init__(self, surface: Surface, heard: Heard, bounds: Bounds) -> None:
        self.method = METHODS[surface]
        self.items = heard.items.setdefault(surface, [])
        self.count = 0
        self.not_found = False
        self._wire = heard.wire
        self._bounds = bounds

    async def read(self, client: "Client") -> str:
        """Read pages until the last; return why reading stopped before it, or an empty string."""
        cursor: str | None = None
        seen: set[str] = set()
        while True:
            if reason := await self._page(client, cursor):
                return reason
            page = self._wire.latest(self.method)
            cursor = page.get("nextCursor")
            if cursor is None or cursor == "":
                return ""
            if reason := self._stop(cursor, seen):
                return reason
            seen.add(cursor)

    async def _page(self, client: "Client", cursor: str | None) -> str:
        from mcp import MCPError

        before = len(self._wire.answers.get(self.method, ()))
        try:
            await _ask(client, self.method, cursor)
        except MCPError as error:
            if len(self._wire.answers.get(self.method, ())) == before:
                self.not_found = error.error.code == _METHOD_NOT_FOUND
                return self._refusal(error.error.code, error.error.message)
        page = self._wire.latest(self.method)
        entries = page.get(LIST_KEYS[self.method]) if isinstance(page, dict) else None
        if not isinstance(entries, list):
            return f"{self._where()} holds no array {LIST_KEYS[self.method]}"
        self.count += 1
        self.items.extend(entries[: self._bounds.items - len(self.items)])
        if len(entries) and len(self.items) == self._bounds.items:
            return f"{self.method} holds {self._bounds.items} entries or more; toolwatch stopped reading"
        return ""

    def _refusal(self, code: int, message: str) -> str:
        status = f" ({self._wire.trouble})" if self._wire.trouble else ""
        return f"{self._where()} was refused: {one_line(message, 200)} [{code}]{status}"

    def _where(self) -> str:
        return self.method + (f" page {self.count + 1}" if self.count else "")

    def _stop(self, cursor: Json, seen: set[str]) -> str:
        if not isinstance(cursor, str):
            return f"{self.method} page {self.count} has a nextCursor that is no text"
        if cursor in seen:
            return f"{self.method} page {self.count} repeats the cursor {one_line(cursor, 60)!r}; its pages never end"
        if self.count >= self._bounds.pages:
            return f"{self.method} has more than {self._bounds.pages} pages; toolwatch stopped reading"
        return ""


async def _ask(client: "Client", method: str, cursor: str | None) -> None:
    match method:
        case "tools/list":
            await client.list_tools(cursor=cursor, cache_mode="bypass")
        case "prompts/list":
            await client.list_prompts(cursor=cursor, cache_mode="bypass")
        case "resources/list":
            await client.list_resources(cursor=cursor, cache_mode="bypass")
        case _:
            await client.list_resource_templates(cursor=cursor, cache_mode="bypass")
