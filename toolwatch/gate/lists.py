"""What the tool lists themselves give reason for: what was not seen, what changed, what the linter found."""

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from toolwatch.gate.policy import Policy
from toolwatch.model.change import Change
from toolwatch.model.finding import Finding
from toolwatch.model.listing import Completeness
from toolwatch.model.report import Compared
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.verdict import Action, Blame, Reason


def unseen(servers: Iterable[Compared]) -> Iterator[Reason]:
    """One blocking reason for every snapshot that is not complete, and a note for a server without a base."""
    for compared in servers:
        if compared.before is None and not compared.after.coverage.failure:
            yield _without_base(compared.after)
        elif compared.before is not None:
            yield from _incomplete(compared.before, "before")
        yield from _incomplete(compared.after, "after")


def changed(
    changes: Sequence[Change], weigh: Callable[[Change], Action], approved: Collection[str]
) -> Iterator[Reason]:
    """Reasons for changes that are not let pass; what only warns is shown among the changes and is no reason."""
    for change in changes:
        action = weigh(change)
        if action not in (Action.BLOCK, Action.REVIEW):
            continue
        where = f"{change.server}/{change.tool}" if change.tool else change.server
        text = f"{change.compat} change: {where}{change.path}: {change.message}"
        if change.fingerprint in approved:
            yield Reason(f"approved: {text}", blocks=False, subject=change.fingerprint)
        elif reason := of_action(action, text, change.fingerprint):
            yield reason


def found(findings: Sequence[Finding], policy: Policy) -> Iterator[Reason]:
    """Reasons for new lint findings."""
    for finding in findings:
        action = policy.codes.get(finding.code, policy.findings.get(finding.severity, Action.WARN))
        where = f"{finding.server}/{finding.tool}" if finding.tool else finding.server
        text = f"new {finding.severity} {finding.code} {finding.name}: {where}{finding.path}: {finding.message}"
        reason = of_action(action, text, finding.fingerprint)
        if reason:
            yield reason


def of_action(action: Action, text: str, subject: str) -> Reason | None:
    """The reason that an action makes of a text; None where the action ignores it."""
    if action is Action.IGNORE:
        return None
    return Reason(text, blocks=action is not Action.WARN, review=action is Action.REVIEW, subject=subject)


def _without_base(after: Snapshot) -> Reason:
    """A file that is new has nothing to be compared with; a server without a snapshot would pass for ever."""
    why = f"{after.server}: there is no base yet, so nothing was compared"
    if not after.listing.live:
        return Reason(why, blocks=False)
    mend = f"; `toolwatch snapshot {shlex.quote(after.server)}` writes one, commit it"
    return Reason(why + mend, True, Blame.OBSERVATION, subject=after.server)


def _incomplete(snapshot: Snapshot, edition: str) -> Iterator[Reason]:
    coverage = snapshot.coverage
    where = f"{snapshot.server} ({edition})"
    if coverage.failure:
        yield Reason(f"{where} was not observed: {coverage.failure}", True, Blame.OBSERVATION, subject=snapshot.server)
        return
    if coverage.completeness is Completeness.COMPLETE:
        for entry in coverage.invalid[:1] if edition == "after" else ():  # an edit that mends one is held up by none
            text = f"{where} sent an entry of its {entry.surface} that cannot be read: {entry.reason}"
            yield Reason(text, True, Blame.OBSERVATION, subject=snapshot.server)
        return
    refused = [f"{surface.surface} refused: {surface.refused}" for surface in coverage.surfaces if surface.refused]
    for problem in (*coverage.problems, *refused):
        yield Reason(f"{where} was seen only in part: {problem}", True, Blame.OBSERVATION, subject=snapshot.server)
