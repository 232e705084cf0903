"""Starts a server again somewhere else, to learn what of its text is only the place and the hour."""

import tempfile
from dataclasses import replace
from pathlib import Path

from toolwatch.errors import ObservationError
from toolwatch.model.listing import Listing
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
    from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

    place = replace(place, legacy=place.legacy or observed.listing.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS)
    others: list[Listing] = []
    far = True
    for number in range(1, STARTS + 1):
        listing = await _once_more(source, place, errand, number, far=far)
        if far and listing is None:
            far = False
            listing = await _once_more(source, place, errand, number, far=far)
        if listing is None:
            break
        others.append(listing)
    stretches: tuple[Volatile, ...] = volatile.compare(observed.listing, others)
    return Observed(observed.listing, stretches)


async def _once_more(source: Source, place: Place, errand: Errand, number: int, *, far: bool) -> Listing | None:
    """What the server says on another start; None where it cannot be had there."""
    with tempfile.TemporaryDirectory(prefix="toolwatch-", ignore_cleanup_errors=True) as folder:
        other = source.again(place, Path(folder), number, far=far)
        if other is None:
            return None
        errand.progress(f"{place.name}: once more, to learn what varies ({number} of {STARTS})")
        try:
            listing = await source.listen(other, errand)
        except ObservationError:
            return None
    return None if listing.coverage.failure else errand.scrubber.listing(listing)
