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
        from toolwatch.sources import conversation
        from toolwatch.sources.kinds.sse import Sse
        from toolwatch.sources.wire import Wire

        def opener(wire: Wire) -> Any:
            return _transport(place, bounds, wire)

        heard = await conversation.converse(opener, bounds, mode="auto")
        if heard.failure and not heard.wire.status and heard.wire.trouble == "" and not heard.timed_out:
            heard = await conversation.converse(opener, bounds, mode="legacy")
        listing = conversation.listing(heard, place, self.name)
        if (
            place.kind
            or not (400 <= heard.wire.status < 500 and heard.wire.status not in _NO_FALLBACK)
            or not heard.failure
        ):
            return listing
        older = await Sse().listen(place, bounds, progress)
        if older.coverage.failure:
            reason = f"{listing.coverage.failure}; as SSE: {older.coverage.failure}"
            return replace(listing, coverage=replace(listing.coverage, failure=reason))
        return older


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
