"""A server that is started as a process and spoken to over its pipes."""

from typing import TYPE_CHECKING

from toolwatch.model.listing import Listing
from toolwatch.sources.base import Progress, Source
from toolwatch.sources.bounds import Bounds
from toolwatch.sources.place import Place

if TYPE_CHECKING:
    from toolwatch.sources.conversation import Opener
    from toolwatch.sources.process import LastWords


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
        import anyio

        from toolwatch.sources.conversation import converse
        from toolwatch.sources.process import LastWords
        from toolwatch.sources.transcript import listing

        started = anyio.current_time()
        for mode in ("auto", "legacy"):
            words = LastWords()
            heard = await converse(
                _opener(place, words),
                place,
                bounds,
                mode=mode,
                started=started,
                waiting=_teller(place, words, progress),
            )
            if not heard.failure or heard.timed_out:
                break
        return listing(heard, place, self.name, hint=words.hint)


def _opener(place: Place, words: "LastWords") -> "Opener":
    from toolwatch.sources.pipes import pipes

    return lambda wire: pipes(place, wire, words)


def _teller(place: Place, words: "LastWords", progress: Progress) -> Progress:
    return lambda doing: progress(
        f"{place.name}: waiting for {doing}" + (f"; on stderr: {words.last}" if words.last else "")
    )
