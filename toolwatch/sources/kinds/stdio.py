"""A server that is started as a process and spoken to over its pipes."""

from typing import TYPE_CHECKING

from toolwatch.model.listing import Listing
from toolwatch.sources.base import Progress, Source
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.place import Place

if TYPE_CHECKING:
    from toolwatch.sources.conversation import Opener
    from toolwatch.sources.process import Stderr


class Stdio(Source):
    """Starts the command, lists everything over stdin and stdout, and ends the process with all its children."""

    name = "stdio"
    heavy = True

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Places with a command."""
        return bool(place.command)

    async def listen(self, place: Place, bounds: Bounds, progress: Progress) -> Listing:
        """Probe for the newest protocol; servers that the probe breaks are started again the old way."""
        from toolwatch.sources import conversation
        from toolwatch.sources.process import Stderr

        for mode in ("auto", "legacy"):
            stderr = Stderr()
            heard = await conversation.converse(_opener(place, stderr), bounds, mode=mode)
            if not heard.failure or heard.timed_out:
                break
        if heard.failure and stderr.lines:
            heard.failure += "; its last lines on stderr: " + " | ".join(list(stderr.lines)[-3:])
        return conversation.listing(heard, place, self.name)


def _opener(place: Place, stderr: "Stderr") -> "Opener":
    from toolwatch.sources.pipes import pipes

    return lambda wire: pipes(place, wire, stderr)
