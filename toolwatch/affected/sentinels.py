"""Draws the cases that watch over those thought untouched: random by hash, so the same on every machine."""

import hashlib
from collections.abc import Sequence
from math import ceil

from toolwatch.affected.options import Options
from toolwatch.model.selection import Picked


def draw(frame: Sequence[Picked], seed: str, options: Options) -> frozenset[tuple[str, str]]:
    """(suite, case) of a tenth of ``frame``, at least five; every set of that size is as likely as any other."""
    number = min(max(ceil(len(frame) * options.sentinel_share), options.sentinels), len(frame))
    drawn = sorted(frame, key=lambda item: _lot(seed, item))
    return frozenset((item.suite, item.case) for item in drawn[:number])


def _lot(seed: str, item: Picked) -> bytes:
    return hashlib.sha256("\0".join((seed, item.suite, item.case)).encode("utf-8", "surrogatepass")).digest()
