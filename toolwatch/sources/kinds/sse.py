"""A server behind the HTTP+SSE transport of revision 2024-11-05."""

from typing import Any

from toolwatch.model.listing import Listing
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.place import Place


class Sse(Source):
    """Opens the event stream, posts to the endpoint that it names, and lists everything."""

    name = "sse"
    heavy = True

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Nothing by itself: the ``http`` kind falls back to it, or the user names it."""
        return False

    async def listen(self, place: Place, errand: Errand) -> Listing:
        """List over SSE; servers of that age know the handshake only, so nothing is probed."""
        import anyio
        from mcp.client.sse import sse_client

        from toolwatch.sources.conversation import converse
        from toolwatch.sources.login import provider
        from toolwatch.sources.recording_http import RecordingClient
        from toolwatch.sources.transcript import listing
        from toolwatch.sources.wire import Wire

        def opener(wire: Wire) -> Any:
            def client(headers: Any = None, timeout: Any = None, auth: Any = None) -> RecordingClient:
                return RecordingClient(wire, streaming_get=True, headers=headers, timeout=timeout, auth=auth)

            return sse_client(
                place.url,
                headers=dict(place.headers),
                timeout=errand.bounds.answer,
                sse_read_timeout=errand.bounds.total,
                httpx_client_factory=client,
                auth=provider(place, errand.scrubber),
            )

        heard = await converse(
            opener,
            place,
            errand.bounds,
            mode="legacy",
            started=anyio.current_time(),
            waiting=lambda doing: errand.progress(f"{place.name}: waiting for {doing}"),
        )
        return listing(heard, place, self.name)
