"""Any two tool lists, what differs between them, and whether the policy lets it pass."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from toolwatch import diff as room
from toolwatch.config.settings import Settings
from toolwatch.diff.policy import DEFAULT, Policy, Strictness
from toolwatch.gate import Policy as GatePolicy
from toolwatch.gate import decide
from toolwatch.model.change import Change
from toolwatch.model.report import Compared, Report
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.verdict import Action, Blame, Reason
from toolwatch.pipeline import weight
from toolwatch.pipeline.lists.observe import observe_all
from toolwatch.pipeline.lists.targets import Target

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Compare:
    """The two sides of one comparison, and how strict to be about it."""

    before: Target
    after: Target
    strictness: Strictness | None = None
    """None for the configured policy."""
    consumers: tuple[Path, ...] = ()
    """Where else the users of a renamed or removed tool are looked for, beside the configured places."""


@dataclass(frozen=True, slots=True)
class Differed:
    """What came of it."""

    report: Report
    """All changes, those of no meaning included."""
    shown: Report
    """The same with the changes that people are to see."""

    @property
    def hidden(self) -> int:
        """How many changes the policy keeps out of sight."""
        return len(self.report.changes) - len(self.shown.changes)

    @property
    def blind(self) -> tuple[str, ...]:
        """What could not be seen, which goes before all that was."""
        return tuple(one.text for one in self.report.verdict.reasons if one.blocks and one.blame is Blame.OBSERVATION)


def diff(ask: Compare, settings: Settings, *, progress: Progress | None = None) -> Differed:
    """Observe both sides, compare them, and weigh what differs.

    Raises:
        UsageError: a target names nothing.
        ObservationError: a git ref cannot be read.
    """
    before, after = observe_all((ask.before, ask.after), settings, progress=progress)
    name = next((target.text for target in (ask.after, ask.before) if target.text in settings.servers), after.server)
    compared = Compared(_named(before, name), _named(after, name), str(ask.before), str(ask.after))
    policy = settings.diff.resolved(ask.strictness) if settings.given("diff") else Policy(ask.strictness or DEFAULT)
    found = weighed(compared, policy)
    tokens = weight.tokens((compared,))
    users = weight.users(ask.consumers, (compared,), found.report.changes, settings)
    return Differed(
        replace(found.report, tokens=tokens, consumers=users), replace(found.shown, tokens=tokens, consumers=users)
    )


def weighed(compared: Compared, policy: Policy) -> Differed:
    """The changes between two snapshots under a policy; nothing is said of a side that was not observed."""
    assert compared.before is not None
    blind = compared.before.coverage.failure or compared.after.coverage.failure
    changes = () if blind else room.compare(compared.before, compared.after)
    reasons = tuple(_reasons(changes, policy))
    verdict = decide(policy=GatePolicy(), servers=(compared,), trouble=reasons)
    report = Report(verdict=verdict, servers=(compared,), changes=changes)
    return Differed(report, replace(report, changes=policy.shown(changes)))


def _reasons(changes: Sequence[Change], policy: Policy) -> Iterator[Reason]:
    for change in changes:
        weight = policy.weigh(change)
        if weight in (Action.BLOCK, Action.REVIEW):
            where = f"{change.server}/{change.tool}" if change.tool else change.server
            text = f"{change.compat} change: {where}{change.path}: {change.message}"
            yield Reason(text, blocks=True, review=weight is Action.REVIEW, subject=change.fingerprint)


def _named(snapshot: Snapshot, name: str) -> Snapshot:
    return replace(snapshot, listing=replace(snapshot.listing, server=name))
