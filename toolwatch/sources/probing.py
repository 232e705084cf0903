"""Starts a server again somewhere else, to learn what of its text is only the place and the hour."""

import tempfile
from pathlib import Path

from toolwatch.model.snapshot import Volatile
from toolwatch.sources import volatile
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.observed import Observed
from toolwatch.sources.place import Place

STARTS = 2
"""Starts beside the first; a set of two words has come out in the same order twice by chance in one of four."""


async def probed(source: Source, place: Place, errand: Errand, observed: Observed) -> Observed:
    """``observed`` with the volatile stretches that further starts show; a start that fails teaches nothing."""
    if observed.listing.coverage.failure:
        return observed
    others = []
    for number in range(1, STARTS + 1):
        with tempfile.TemporaryDirectory(prefix="toolwatch-") as folder:
            for far in (True, False):
                other = source.again(place, Path(folder), number, far=far)
                if other is None:
                    break
                errand.progress(f"{place.name}: once more, to learn what varies ({number} of {STARTS})")
                listing = await source.listen(other, errand)
                if not listing.coverage.failure:
                    others.append(errand.scrubber.listing(listing))
                    break
    stretches: tuple[Volatile, ...] = volatile.compare(observed.listing, others)
    return Observed(observed.listing, stretches)
