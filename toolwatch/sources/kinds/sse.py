"""A server behind the HTTP+SSE transport of revision 2024-11-05."""

from typing import Any

from toolwatch.model.listing import Listing
from toolwatch.sources.base import Progress, Source
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.place import Place


class Sse(Source):
    """Opens the event stream, posts to the endpoint that it names, and lists everything."""

    name = "sse"
    heavy = True

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Nothing by itself: the ``http`` kind falls back to it, or the user names it."""
        return False

    async def listen(self, place: Place, bounds: Bounds, progress: Progress) -> Listing:
        """List over SSE; servers of that age know the handshake only, so nothing is probed."""
        from mcp.client.sse import sse_client

        from toolwatch.sources import conversation
        from toolwatch.sources.recording_http import RecordingClient
        from toolwatch.sources.wire import Wire

        def opener(wire: Wire) -> Any:
            def client(headers: Any = None, timeout: Any = None, auth: Any = None) -> RecordingClient:
                return RecordingClient(wire, streaming_get=True, headers=headers, timeout=timeout, auth=auth)

            return sse_client(
                place.url,
                headers=dict(place.headers),
                timeout=bounds.answer,
                sse_read_timeout=bounds.total,
                httpx_client_factory=client,
            )

        return conversation.listing(await conversation.converse(opener, bounds, mode="legacy"), place, self.name)
