"""A server that is started as a process and spoken to over its pipes."""

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from toolwatch.model.listing import Listing
from toolwatch.sources.base import Errand, Progress, Source
from toolwatch.sources.documents import exists
from toolwatch.sources.place import Place

if TYPE_CHECKING:
    from toolwatch.sources.conversation import Opener
    from toolwatch.sources.process import LastWords


_SEED = {"PYTHONHASHSEED": "0"}
"""The first start's hash seed: a set is then written out in one order on every machine."""


class Stdio(Source):
    """Starts the command, lists everything over stdin and stdout, and ends the process with all its children."""

    name = "stdio"
    heavy = True

    @classmethod
    def claims(cls, place: Place) -> bool:
        """Places with a command."""
        return bool(place.command)

    async def listen(self, place: Place, errand: Errand) -> Listing:
        """Probe for the newest protocol; servers that the probe breaks are started again the old way."""
        import anyio

        from toolwatch.sources.conversation import converse
        from toolwatch.sources.packages import sdks_of
        from toolwatch.sources.process import LastWords
        from toolwatch.sources.transcript import listing

        started = anyio.current_time()
        for mode in ("legacy",) if place.legacy else ("auto", "legacy"):
            words = LastWords()
            heard = await converse(
                _opener(place, words),
                place,
                errand.bounds,
                mode=mode,
                started=started,
                waiting=_teller(place, words, errand.progress),
            )
            if heard.final:
                break
        found = listing(heard, place, self.name, hint=words.hint)
        sdks = sdks_of(place.command, place.cwd)
        return replace(found, identity={**place.identity, "sdk": sdks}) if sdks else found

    def again(self, place: Place, folder: Path, number: int, *, far: bool) -> Place | None:
        """With another hash seed, time zone and locale, and far away with another home and working folder."""
        from toolwatch.sources.process import LAUNCHERS

        zone = ("Pacific/Kiritimati", "America/St_Johns")[number % 2]
        env = {**place.env, "PYTHONHASHSEED": str(number), "TZ": zone, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
        if not far:
            return replace(place, env=env)
        if Path(place.command[0]).name not in LAUNCHERS:  # another home would make it fetch the server again
            env["HOME"] = env["USERPROFILE"] = str(folder)
        start = place.cwd or Path()
        return replace(place, env=env, cwd=folder, command=tuple(_absolute(word, start) for word in place.command))


def _absolute(word: str, start: Path) -> str:
    """A word that names a file from where the server is started keeps naming it from elsewhere."""
    there = start / word
    return (
        os.path.abspath(there) if not word.startswith("-") and ("/" in word or "." in word) and exists(there) else word
    )


def _opener(place: Place, words: "LastWords") -> "Opener":
    from toolwatch.sources.pipes import pipes

    seeded = replace(place, env={**_SEED, **place.env})
    return lambda wire: pipes(seeded, wire, words)


def _teller(place: Place, words: "LastWords", progress: Progress) -> Progress:
    return lambda doing: progress(
        f"{place.name}: waiting for {doing}" + (f"; on stderr: {words.last}" if words.last else "")
    )
