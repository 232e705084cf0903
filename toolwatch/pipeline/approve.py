"""``toolwatch approve``: a person lets changes pass, by name and with a reason."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from toolwatch.config.models import BudgetSettings
from toolwatch.config.settings import Settings
from toolwatch.errors import NotAtRef, ObservationError, UsageError
from toolwatch.model.approval import Approval
from toolwatch.model.listing import Completeness
from toolwatch.model.report import Report
from toolwatch.pipeline.lists.targets import Target
from toolwatch.snapshot import approvals, history, repository

Progress = Callable[[str], None]

SHORTEST = 6


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants approved, and why."""

    reason: str
    fingerprints: tuple[str, ...] = ()
    """Whole or abbreviated, of changes; or the subjects of reasons, as a report prints them."""
    everything: bool = False
    """All that the gate asks a person to look at."""
    by: str = ""
    """Empty: the author that git would write."""
    expires: date | None = None
    run: Path | None = None
    """A stored run to take the changes from; None compares anew, with the answers that models gave before."""
    targets: tuple[Target, ...] = ()
    base: str = ""


@dataclass(frozen=True, slots=True)
class Approved:
    """What was recorded, and what held already."""

    recorded: tuple[Approval, ...]
    already: tuple[Approval, ...]
    path: Path


def approve(wish: Wish, settings: Settings, *, today: date, progress: Progress | None = None) -> Approved:
    """Record approvals beside the snapshots.

    Raises:
        UsageError: no reason, nothing to approve, an unknown or ambiguous fingerprint, or no name to write.
        ObservationError: what is to be approved cannot be seen whole.
    """
    if not wish.reason.strip():
        raise UsageError("an approval needs a reason: --reason TEXT")
    if wish.everything == bool(wish.fingerprints):
        raise UsageError("name the fingerprints to approve, or give --all to approve everything that is asked for")
    if wish.expires is not None and wish.expires <= today:
        raise UsageError(f"--expires {wish.expires}: is not after today, {today}")
    report = _report(wish, settings, progress)
    folder = settings.root / settings.snapshots
    holding = approvals.holding(approvals.read(folder), today)
    by = wish.by.strip() or _author(settings.root)
    template = Approval("", by=by, on=today, reason=wish.reason.strip(), expires=wish.expires)
    wanted = _everything(report) if wish.everything else _named(wish.fingerprints, report)
    offers = offered(report)
    _seen(report, () if wish.everything else [offers[name].server for name in wanted])
    fresh = tuple(_written(name, offers[name], template) for name in wanted if name not in holding)
    if fresh:
        approvals.record(folder, fresh)
    already = tuple(holding[name] for name in wanted if name in holding)
    return Approved(fresh, already, Path(settings.snapshots) / approvals.NAME)


def approved(settings: Settings, *, today: date, ref: str = "") -> dict[str, Approval]:
    """The approvals that hold today by fingerprint, for the gate.

    With ``ref`` they are read as of a git ref, so that a change cannot bring its own approval along.

    Raises:
        UsageError: the approvals file is wrong.
        ObservationError: the ref names no commit.
    """
    if not ref:
        return approvals.holding(approvals.read(settings.root / settings.snapshots), today)
    path = (Path(settings.snapshots) / approvals.NAME).as_posix()
    try:
        text = history.read_at(settings.root, ref, path)
    except NotAtRef:
        return {}
    return approvals.holding(approvals.loads(text, where=f"{path}@{ref}"), today)


def offered(report: Report) -> dict[str, Approval]:
    """Everything in a report that can be approved, by fingerprint, described but for who, when and why."""
    blank = Approval("", by="", on=date.min, reason="")
    reasons = {
        one.subject: _written(one.subject, blank, blank, change=one.text)
        for one in report.verdict.reasons
        if one.review and one.subject
    }
    changes = {
        one.fingerprint: Approval(
            one.fingerprint, "", date.min, "", server=one.server, tool=one.tool, code=one.code, change=one.message
        )
        for one in report.changes
    }
    return reasons | changes


def _report(wish: Wish, settings: Settings, progress: Progress | None) -> Report:
    if wish.run is not None:
        from toolwatch.pipeline.report import read

        return read(wish.run)
    from toolwatch.pipeline.check import Ask, check
    from toolwatch.pipeline.rerun.cases import Wish as Asked

    stored = Asked(budget=BudgetSettings(calls=0))
    return check(Ask(wish.targets, base=wish.base, wish=stored), settings, progress=progress)


def _seen(report: Report, servers: Sequence[str]) -> None:
    """Refuse to approve what was not seen whole: a tool that only seems gone would be let go unseen some day.

    Args:
        report: what is to be approved.
        servers: those of the changes that are named; empty means all.
    """
    for one in report.servers:
        for edition, side in (("before", one.before), ("after", one.after)):
            if side is None or side.coverage.completeness is Completeness.COMPLETE:
                continue
            if not servers or side.server in servers:
                why = "; ".join(side.coverage.trouble)
                raise ObservationError(f"{side.server} ({edition}) was not seen whole, so nothing is approved: {why}")


def _everything(report: Report) -> tuple[str, ...]:
    """What stands between the report and a pass, as far as an approval can lift it."""
    changes = {one.fingerprint for one in report.changes}
    blocking = (one for one in report.verdict.reasons if one.blocks and one.subject)
    return tuple(dict.fromkeys(one.subject for one in blocking if one.review or one.subject in changes))


def _named(wanted: Sequence[str], report: Report) -> tuple[str, ...]:
    known = tuple(offered(report))
    return tuple(dict.fromkeys(subject for name in wanted for subject in _meant(name, known)))


def _meant(name: str, known: Sequence[str]) -> Sequence[str]:
    """A fingerprint, whole or abbreviated, or everything about a case: ``SUITE/CASE``."""
    return [subject for subject in known if "/" in name and subject.partition("@")[0] == name] or [_one(name, known)]


def _one(name: str, known: Sequence[str]) -> str:
    if name in known:
        return name
    near = [one for one in known if len(name) >= SHORTEST and _bare(one).startswith(_bare(name))]
    if len(near) == 1:
        return near[0]
    if near:
        raise UsageError(f"{name} is short for {len(near)} changes: {_some(near)}")
    there = f"there are: {_some(known)}" if known else "there is no change at all"
    if any(_bare(one).startswith(_bare(name)) for one in known):
        raise UsageError(f"{name} is too short for a fingerprint: give {SHORTEST} digits and more; {there}")
    hint = " (an answer that is no longer stored is known from a stored run only: give --run)" if "/" in name else ""
    raise UsageError(f"no change has the fingerprint {name}; {there}{hint}")


def _bare(fingerprint: str) -> str:
    return fingerprint.removeprefix("sha256:").lower()


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _written(name: str, offer: Approval, template: Approval, change: str = "") -> Approval:
    return Approval(
        name,
        by=template.by,
        on=template.on,
        reason=template.reason,
        server=offer.server,
        tool=offer.tool,
        code=offer.code,
        change=change or offer.change,
        expires=template.expires,
    )


def _author(root: Path) -> str:
    try:
        found = repository.git(root, "var", "GIT_AUTHOR_IDENT").decode("utf-8", "replace")
    except ObservationError:
        found = ""
    name = found.rpartition(">")[0]
    if not name:
        raise UsageError("git knows no author here: say with --by who approves")
    return f"{name}>"


def lines(approved: Approved) -> Iterable[str]:
    """What was done, in lines."""
    for one in approved.recorded:
        yield f"approved {one.fingerprint}{_of(one)}"
    for one in approved.already:
        yield f"already approved {one.fingerprint}{_of(one)}: by {one.by} on {one.on}"
    if not approved.recorded and not approved.already:
        yield "nothing asks for an approval"


def _of(approval: Approval) -> str:
    where = "/".join(part for part in (approval.server, approval.tool) if part)
    return "".join(f" {part}" for part in (approval.code, where, approval.change) if part)
