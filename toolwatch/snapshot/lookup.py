"""What in a snapshot has a given digest."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toolwatch.errors import UsageError
from toolwatch.model.snapshot import Snapshot
from toolwatch.snapshot import canonical, digests, masks

SHORTEST = 6
WHAT = ("list as sent", "list as a set", "tool", "tool as sent")
"""What may have a digest, widest first; the last is that of a list of one tool (``toolwatch.digest([tool])``)."""

_WRITTEN = re.compile(rf"(?:{canonical.PREFIX})?([0-9a-f]{{{SHORTEST},64}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """One thing that has the digest."""

    digest: str
    tool: str
    """Empty where it is the whole list."""
    what: str
    """One of ``WHAT``."""


def hex_of(written: str) -> str:
    """The hex digits of a digest as somebody wrote it, whole or abbreviated.

    Raises:
        UsageError: it is none.
    """
    found = _WRITTEN.fullmatch(written.strip())
    if found is None:
        raise UsageError(f"{written!r} is no digest: give {SHORTEST} to 64 hex digits, with or without sha256: before")
    return found.group(1).lower()


def matches(snapshot: Snapshot, hex_digits: str) -> tuple[Match, ...]:
    """Everything in a snapshot whose digest starts with ``hex_digits``; the whole list before its tools."""
    start = canonical.PREFIX + hex_digits
    return tuple(match for match in _all(snapshot) if match.digest.startswith(start))


def _all(snapshot: Snapshot) -> Iterator[Match]:
    yield Match(snapshot.digests.as_sent, "", WHAT[0])
    yield Match(snapshot.digests.as_set, "", WHAT[1])
    for tool in masks.masked(snapshot.listing, snapshot.volatile).tools:
        yield Match(digests.of_tool(tool).whole, tool.name, WHAT[2])
        yield Match(digests.as_sent([tool.raw]), tool.name, WHAT[3])
    if snapshot.volatile:  # an agent that logs a digest knows nothing of masks
        yield Match(digests.as_sent(tool.raw for tool in snapshot.tools), "", WHAT[0])
        yield from (Match(digests.as_sent([tool.raw]), tool.name, WHAT[3]) for tool in snapshot.tools)
