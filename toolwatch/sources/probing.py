"""Starts a server again somewhere else, to learn what of its text is only the place and the hour."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from toolwatch.errors import ObservationError
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Completeness, Listing
from toolwatch.model.snapshot import Volatile
from toolwatch.sources import volatile
from toolwatch.sources.base import Errand, Source
from toolwatch.sources.observed import Observed
from toolwatch.sources.place import Place

STARTS = 2
"""Starts beside the first; a set of two words has come out in the same order twice by chance in one of four."""

_SHOWN = 4


async def probed(source: Source, place: Place, errand: Errand, observed: Observed) -> Observed:
    """``observed`` with the volatile stretches that further starts show; a start that fails teaches nothing.

    A server that names other tools each time it is started in one place has no list to compare with: it is partial.
    """
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
    if far and any(map(partial(_strays, observed.listing), others)):  # elsewhere it may have other tools to offer
        here = await _once_more(source, place, errand, 1, far=False)
        others = [] if here is None else [here]
    strays = sorted({name for other in others for name in _strays(observed.listing, other)})
    return Observed(_restless(observed.listing, strays) if strays else observed.listing, stretches)


def _strays(listing: Listing, other: Listing) -> set[str]:
    """The names of tools that only one of two whole listings has."""
    if Completeness.PARTIAL in (listing.coverage.completeness, other.coverage.completeness):
        return set()
    return {tool.name for tool in listing.tools} ^ {tool.name for tool in other.tools}


def _restless(listing: Listing, strays: Sequence[str]) -> Listing:
    shown = ", ".join(one_line(name, 60) for name in strays[:_SHOWN]) + (", …" if len(strays) > _SHOWN else "")
    problem = f"the server names other tools each time that it is started ({shown}), so no list of it can be kept"
    return replace(listing, coverage=replace(listing.coverage, problems=(*listing.coverage.problems, problem)))


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
