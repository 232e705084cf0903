"""A difference with its verdict becomes a change; how changes are fingerprinted and sorted."""

import hashlib
from collections.abc import Iterable

from toolwatch.diff.base import Rule
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.documents import deep_hash
from toolwatch.model.change import Change, Compat, Side, Witness


def change_of(
    rule: Rule,
    difference: Difference,
    server: str,
    compat: Compat,
    side: Side,
    tool: str,
    *,
    witness: Witness | None = None,
    base: str = "",
) -> Change:
    """Make the change that is reported."""
    path = base + difference.path
    before, after = difference.before, difference.after
    return Change(
        server=server,
        tool=tool,
        path=path,
        code=rule.code,
        name=rule.name(),
        compat=difference.compat or compat,
        seen_by_model=difference.seen or rule.seen,
        side=side,
        before=before,
        after=after,
        message=difference.message,
        fingerprint=fingerprint(server, tool, path, rule.code, before, after),
        witness=witness or difference.witness,
        words=difference.words,
        score=difference.score,
        tool_before=difference.tool_before,
    )


def fingerprint(*parts: object) -> str:
    """16 hex digits of a hash over what changed; nothing of where or when it was seen goes into it."""
    return hashlib.sha256(deep_hash(list(parts)).encode()).hexdigest()[:16]


def ordered(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Sorted by tool, path and code; a change that was found twice stands once, with its worst verdict."""
    found: dict[str, Change] = {}
    for change in changes:
        known = found.get(change.fingerprint)
        if known is None or change.compat.rank < known.compat.rank:
            found[change.fingerprint] = change
    return tuple(sorted(found.values(), key=_key))


def _key(change: Change) -> tuple[str, str, str, str, str]:
    return change.server, change.tool, change.path, change.code, change.fingerprint
