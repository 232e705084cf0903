"""A server behind a URL: streamable HTTP, with the older SSE transport as a fallback."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from toolwatch.model.listing import Listing
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.place import Place

_NO_FALLBACK = (401, 403, 429)
"""Client errors that say "not you" or "not now" rather than "not this transport"."""


class Http(Source):
    """Speaks streamable HTTP; where the server refuses that with a client error, HTTP+SSE is tried."""

    name = "http"
    heavy = True

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Places with a URL."""
        return bool(place.url)

    async def listen(self, place: Place, errand: Errand) -> Listing:
        """List over HTTP, in the newest protocol that the server speaks."""
        import anyio

        from toolwatch.sources.conversation import converse
        from toolwatch.sources.transcript import listing

        started = anyio.current_time()
        for mode in ("legacy",) if place.legacy else ("auto", "legacy"):
            heard = await converse(
                lambda wire: _transport(place, errand, wire),
                place,
                errand.bounds,
                mode=mode,
                started=started,
                waiting=lambda doing: errand.progress(f"{place.name}: waiting for {doing}"),
            )
            if heard.final or heard.wire.trouble:
                break
        found = listing(heard, place, self.name)
        if place.kind or not heard.failure or not _refuses_the_transport(heard.wire.status):
            return found
        return await self._older(found, place, errand)

    def again(self, place: Place, folder: Path, number: int, *, far: bool) -> Place | None:
        """Ask a second time: a server elsewhere cannot be started, but its text may hold the hour."""
        return place if number == 1 else None

    async def _older(self, found: Listing, place: Place, errand: Errand) -> Listing:
        from toolwatch.sources.kinds.sse import Sse

        older = await Sse().listen(place, errand)
        if not older.coverage.failure:
            return older
        reason = f"{found.coverage.failure}; as SSE: {older.coverage.failure}"
        return replace(found, coverage=replace(found.coverage, failure=reason))


def _refuses_the_transport(status: int) -> bool:
    return 400 <= status < 500 and status not in _NO_FALLBACK


@asynccontextmanager
async def _transport(place: Place, errand: Errand, wire: Any) -> AsyncIterator[Any]:
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    from toolwatch.sources.login import provider
    from toolwatch.sources.recording_http import RecordingClient

    auth = provider(place, errand.scrubber)
    timeout = httpx2.Timeout(errand.bounds.answer, read=errand.bounds.total)
    async with (
        RecordingClient(wire, headers=dict(place.headers), timeout=timeout, auth=auth) as client,
        streamable_http_client(place.url, http_client=client, max_sse_event_size=None) as streams,
    ):
        yield streams
