"""Looking for fixed pieces of text before a pattern is tried: many times faster, and most texts have none."""

import re
from collections.abc import Iterable, Iterator

BEHIND = 40
"""Characters that a pattern may look at behind its match."""


def holds(text: str, pieces: Iterable[str]) -> bool:
    """Whether ``text`` has any of ``pieces`` in it."""
    for piece in pieces:  # noqa: SIM110 - a loop takes half the time of any() here, and this runs for every string
        if piece in text:
            return True
    return False


def folded(text: str) -> str:
    """``text`` in lower case, sign for sign, as a pattern that ignores case reads it.

    Source: the letters beyond ASCII that ``re.IGNORECASE`` takes for ASCII letters, as Python's documentation has them.
    """
    if text.isascii():
        return text.lower()
    return text.replace("\u0130", "i").lower().replace("\u0131", "i").replace("\u017f", "s")


def near(pattern: re.Pattern[str], text: str, pieces: Iterable[str], reach: int) -> Iterator[re.Match[str]]:
    """The matches of a pattern of which each holds one of the lower-case ``pieces`` and is ``reach`` long at most.

    Only what is so near to a piece is read: patterns read slowly, and few texts are all about what they look for.
    """
    plain = folded(text)
    for start, end in joined((at - reach, at + reach) for piece in pieces for at in places(plain, piece)):
        for match in pattern.finditer(text, max(start, 0), end + BEHIND):
            whole = pattern.match(text, match.start())  # what it looks at behind itself may have been cut off
            if whole:
                yield whole


def places(text: str, piece: str) -> Iterator[int]:
    """Where ``piece`` begins in ``text``."""
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)


def joined(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches that ``spans`` cover together, in order."""
    start, end = 0, -1
    for left, right in sorted(spans):
        if left > end:
            if end >= 0:
                yield start, end
            start, end = left, right
        end = max(end, right)
    if end >= 0:
        yield start, end
