"""A listing becomes a snapshot."""

from collections.abc import Iterable
from dataclasses import replace

from toolwatch.model.listing import Listing
from toolwatch.model.snapshot import Snapshot, Volatile
from toolwatch.snapshot import digests, masks


def take(
    listing: Listing,
    *,
    volatile: tuple[Volatile, ...] = (),
    variant: str = "",
    baseline: Snapshot | None = None,
) -> Snapshot:
    """Digest a listing, its volatile text masked first.

    Args:
        listing: what a server said; a failed observation gives a snapshot of nothing, its failure in the coverage.
        volatile: stretches learned from two starts of the server, in the strings of this listing.
        variant: name of this way to start the server (``read-only``), where it has several.
        baseline: an earlier snapshot of the server: its volatile stretches are looked for here too.
    """
    spans = _masked(listing, volatile, baseline)
    server, each = digests.of_tools(masks.masked(listing, spans).tools)
    by_name = {tool.name: own for tool, own in zip(listing.tools, each, strict=True)}
    return Snapshot(listing, digests=server, tool_digests=by_name, volatile=spans, variant=variant)


def _masked(listing: Listing, learned: tuple[Volatile, ...], baseline: Snapshot | None) -> tuple[Volatile, ...]:
    """What is masked: what the baseline masks, and what was learned of other strings.

    A string in which something else than before stands where only volatile text may is not masked at all.
    """
    if baseline is None:
        return _sorted(learned)
    earlier = (baseline.volatile, baseline.listing, listing)
    followed = masks.follow(*earlier)
    settled = {one.path for one in followed} | masks.refused(*earlier)
    return _sorted((*followed, *(one for one in learned if one.path not in settled)))


def _sorted(volatile: Iterable[Volatile]) -> tuple[Volatile, ...]:
    return tuple(sorted(volatile, key=lambda one: (one.path, one.start, one.end)))


def aligned(before: Snapshot, after: Snapshot) -> Snapshot:
    """Return ``after`` with volatile text as it reads in ``before``, so that nothing but real edits differs.

    A request made of either is then the same to the letter where nothing else changed, on whatever machine the server
    was started, and so are the digests.
    """
    if not before.volatile and not after.volatile:
        return after
    listing = masks.alike(before.listing, after.listing, before.volatile, after.volatile)
    known = masks.follow(before.volatile, before.listing, listing)
    strings = {one.path for one in known}
    still = (one for one in masks.follow(after.volatile, after.listing, listing) if one.path not in strings)
    return replace(take(listing, volatile=(*known, *still), variant=after.variant), tombstones=after.tombstones)
