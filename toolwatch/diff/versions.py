"""What a server's version number promises."""

import re

from toolwatch.diff.base import ServerPair

_NUMBERS = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?")


def versions(pair: ServerPair) -> tuple[str, str]:
    """The versions of both sides, empty where none is said."""
    before, after = (snapshot.listing.server_info.get("version") for snapshot in (pair.before, pair.after))
    return before if isinstance(before, str) else "", after if isinstance(after, str) else ""


def compatible(before: str, after: str) -> bool:
    """Whether semantic versioning promises that nothing breaks: the same major version, or minor one below 1.0."""
    old, new = _NUMBERS.match(before), _NUMBERS.match(after)
    if old is None or new is None:
        return before == after
    if old[1] != new[1]:
        return False
    return old[1] != "0" or old[2] == new[2]
