"""A server behind a URL: streamable HTTP, with the older SSE transport as a fallback."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from toolwatch.model.listing import Listing
from toolwatch.sources.base import Progress, Source
from toolwatch.sources.bounds import Bounds
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

    async def listen(self, place: Place, bounds: Bounds, progress: Progress) -> Listing:
        """List over HTTP, in the newest protocol that the server speaks."""
        import anyio

        from toolwatch.sources.conversation import converse
        from toolwatch.sources.transcript import listing

        started = anyio.current_time()
        for mode in ("auto", "legacy"):
            heard = await converse(
                lambda wire: _transport(place, bounds, wire),
                place,
                bounds,
                mode=mode,
                started=started,
                waiting=lambda doing: progress(f"{place.name}: waiting for {doing}"),
            )
            if not heard.failure or heard.timed_out or heard.wire.trouble:
                break
        found = listing(heard, place, self.name)
        if place.kind or not heard.failure or not _refuses_the_transport(heard.wire.status):
            return found
        return await self._older(found, place, bounds, progress)

    async def _older(self, found: Listing, place: Place, bounds: Bounds, progress: Progress) -> Listing:
        from toolwatch.sources.kinds.sse import Sse

        older = await Sse().listen(place, bounds, progress)
        if not older.coverage.failure:
            return older
        reason = f"{found.coverage.failure}; as SSE: {older.coverage.failure}"
        return replace(found, coverage=replace(found.coverage, failure=reason))


def _refuses_the_transport(status: int) -> bool:
    return 400 <= status < 500 and status not in _NO_FALLBACK


@asynccontextmanager
async def _transport(place: Place, bounds: Bounds, wire: Any) -> AsyncIterator[Any]:
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    from toolwatch.sources.recording_http import RecordingClient

    timeout = httpx2.Timeout(bounds.answer, read=bounds.total)
    async with (
        RecordingClient(wire, headers=dict(place.headers), timeout=timeout) as client,
        streamable_http_client(place.url, http_client=client, max_sse_event_size=None) as streams,
    ):
        yield streams
