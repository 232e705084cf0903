"""Draws the cases that watch over those thought untouched: random by hash, so the same on every machine."""

import hashlib
from collections.abc import Sequence
from math import ceil

from toolwatch.affected.options import Options
from toolwatch.model.selection import Picked


def size(frame: int, options: Options) -> int:
    """How many of a frame are drawn: a tenth, at least five, never more than there are."""
    return min(max(ceil(frame * options.sentinel_share), options.sentinels), frame)


def draw(frame: Sequence[Picked], number: int, seed: str) -> frozenset[tuple[str, str]]:
    """(suite, case) of ``number`` of ``frame``; every set of that size is as likely as any other.

    Drawing more from the same frame and seed keeps those that were drawn.
    """
    drawn = sorted(frame, key=lambda item: _lot(seed, item))
    return frozenset((item.suite, item.case) for item in drawn[: max(number, 0)])


def _lot(seed: str, item: Picked) -> bytes:
    return hashlib.sha256("\0".join((seed, item.suite, item.case)).encode("utf-8", "surrogatepass")).digest()
