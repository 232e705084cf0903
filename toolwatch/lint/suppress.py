"""Leaves out the findings that somebody has accepted, and says which acceptances are stale."""

from collections.abc import Iterable, Sequence
from datetime import date
from fnmatch import fnmatchcase

from toolwatch.lint.catalogue import all_of
from toolwatch.lint.options import Suppressed, Suppression
from toolwatch.model.finding import Finding


def suppress(findings: Iterable[Finding], suppressions: Sequence[Suppression], today: date | None) -> Suppressed:
    """Part ``findings`` by ``suppressions``; an expired one accepts nothing.

    Raises:
        UsageError: a suppression names no rule.
    """
    codes = [all_of((one.code,), "suppress") for one in suppressions]
    kept: list[Finding] = []
    accepted: list[Finding] = []
    hit: set[int] = set()
    for finding in findings:
        covering = [at for at, one in enumerate(suppressions) if _covers(one, codes[at], finding)]
        hit.update(covering)
        live = any(not _expired(suppressions[at], today) for at in covering)
        (accepted if live else kept).append(finding)
    return Suppressed(
        tuple(kept),
        tuple(accepted),
        expired=tuple(one for at, one in enumerate(suppressions) if at in hit and _expired(one, today)),
        unused=tuple(one for at, one in enumerate(suppressions) if at not in hit),
    )


def _covers(suppression: Suppression, codes: frozenset[str], finding: Finding) -> bool:
    return (
        finding.code in codes
        and fnmatchcase(finding.server, suppression.server)
        and fnmatchcase(finding.tool, suppression.tool)
        and fnmatchcase(finding.path, suppression.path)
    )


def _expired(suppression: Suppression, today: date | None) -> bool:
    return today is not None and suppression.expires is not None and suppression.expires < today
