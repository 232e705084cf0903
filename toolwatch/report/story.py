"""What a report says first: the verdict, which requests now go where, why, and what to do about it."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolwatch.model.change import Compat, Seen
from toolwatch.model.listing import Completeness
from toolwatch.model.outcome import Outcome, Status
from toolwatch.model.report import Compared, Report
from toolwatch.model.suite import NO_TOOL
from toolwatch.model.trial import UNSENT
from toolwatch.model.verdict import Blame, Decision, Reason
from toolwatch.report.moves import headliners
from toolwatch.report.phrase import Phrase, Quote, Said, count, listed


@dataclass(frozen=True, slots=True)
class Story:
    """The first screen of every format."""

    decision: Decision
    word: str
    """The verdict in one word."""
    headline: Phrase
    moves: tuple[Phrase, ...]
    """The requests that now go elsewhere, worst first, a few."""
    why: tuple[Phrase, ...]
    """What blocks, in the gate's words."""
    beside: tuple[Phrase, ...]
    """What changes with the tools of what they are judged by."""
    notes: tuple[Phrase, ...]
    """What the gate says besides without blocking."""
    todo: tuple[Phrase, ...]
    blind: tuple[Phrase, ...]
    """What could not be seen; said before everything else."""


WORDS = {
    Decision.PASS: "pass",
    Decision.REVIEW: "needs approval",
    Decision.FAIL: "fail",
    Decision.UNKNOWN: "no verdict",
}

MOST_MOVES = 3
MOST_NAMED = 3
"""More than that are not spelt out in a command: a command that is cut would do something else."""


def tell(report: Report) -> Story:
    """Put the report into words."""
    decision = report.verdict.decision
    moved = headliners(report.outcomes)[:MOST_MOVES]
    said = {outcome.subject for outcome in moved}
    suites = len({outcome.suite for outcome in report.outcomes})
    unseen = _unseen(report)
    reasons = [reason for reason in _unique(report.verdict.reasons) if reason.review or reason.subject not in said]
    passing = [reason for reason in reasons if not reason.blocks]
    return Story(
        decision=decision,
        word=WORDS[decision],
        headline=_headline(report),
        moves=tuple(move(outcome, suites=suites) for outcome in moved),
        why=tuple((Said(reason.text),) for reason in reasons if reason.blocks and reason.subject not in unseen),
        beside=tuple((Said(reason.text),) for reason in passing if reason.blame is Blame.EXPECTATIONS),
        notes=(
            *((Said(reason.text),) for reason in passing if reason.blame is not Blame.EXPECTATIONS),
            *_ignored(report),
        ),
        todo=tuple(_todo(report)),
        blind=tuple(blind(report)),
    )


def _unique(reasons: Sequence[Reason]) -> list[Reason]:
    return list({(reason.text, reason.blocks): reason for reason in reasons}.values())


def move(outcome: Outcome, *, suites: int = 1) -> Phrase:
    """``"request" went to a, now goes to b; right is c``, with what that costs, and of several suites the case."""
    where: Phrase = (" in ", Quote(f"{outcome.suite}/{outcome.case}")) if suites > 1 else ()
    cost: Phrase = (f" ({outcome.cost} cost)",) if outcome.cost else ()
    expected = [part for name in outcome.expected or (NO_TOOL,) for part in (" or ", *destination(name))][1:]
    return (
        Quote(outcome.request),
        *where,
        " went to ",
        *destination(outcome.before.top),
        ", now goes to ",
        *destination(outcome.after.top),
        "; right is ",
        *expected,
        *cost,
    )


def destination(tool: str) -> Phrase:
    """A tool's name, or that there was none."""
    if tool == NO_TOOL:
        return ("no tool",)
    return (Quote(tool),) if tool else ("no answer",)


def _headline(report: Report) -> Phrase:
    statuses = Counter(outcome.status for outcome in report.outcomes)
    breaking = sum(change.compat is Compat.BREAKING for change in report.shown)
    facts = [
        f"{count(statuses[Status.REGRESSED], 'request now reaches', 'requests now reach')} a wrong tool"
        if statuses[Status.REGRESSED]
        else "",
        f"{count(statuses[Status.NO_VERDICT], 'request')} got no usable answer" if statuses[Status.NO_VERDICT] else "",
        count(breaking, "breaking change") if breaking else "",
        _quiet(report, statuses),
    ]
    told = [fact for fact in facts if fact]
    if report.verdict.decision in (Decision.FAIL, Decision.REVIEW) and not any(facts[:3]):
        told = [count(sum(reason.blocks for reason in report.verdict.reasons), "reason blocks", "reasons block")]
    if report.verdict.decision is Decision.UNKNOWN and not report.servers:
        return ("nothing was checked",)
    if any(True for _ in blind(report)):
        told.insert(0, "not everything could be seen")
    return ("; ".join(told),)


def _quiet(report: Report, statuses: Counter[Status]) -> str:
    asked = len({(outcome.suite, outcome.case) for outcome in report.outcomes})
    if statuses[Status.REGRESSED] or statuses[Status.NO_VERDICT]:
        return ""
    if asked:
        fixed = f", {statuses[Status.FIXED]} of them now right" if statuses[Status.FIXED] else ""
        return f"{count(asked, 'request')} asked again, none went wrong{fixed}"
    if any(True for _ in blind(report)):
        return ""
    if not report.shown:
        return _unchanged(report)
    changed = count(len(report.shown), "change")
    if not any(change.seen_by_model is Seen.YES for change in report.shown):
        return f"{changed}, none that a model reads"
    return f"{changed}; {_unasked(report)}"


def _unchanged(report: Report) -> str:
    """What may be said of lists without a change: a list without a base was not compared at all."""
    new = sum(compared.before is None for compared in report.servers)
    if new and new == len(report.servers):
        return "there is no base yet, so nothing was compared"
    beside = any(reason.blame is Blame.EXPECTATIONS for reason in report.verdict.reasons)
    quiet = ("no tool changed" if beside else "nothing changed") + (" that counts" if report.changes else "")
    return f"{quiet}; {count(new, 'server has', 'servers have')} no base yet" if new else quiet


def _unasked(report: Report) -> str:
    """Why no case was asked although a model reads something else."""
    if not {suite.server for suite in report.suites} & {compared.after.server for compared in report.servers}:
        return "no suite says which requests they can move"
    if report.selection.left_out:
        return "no case was asked"
    return "no case was affected"


def _ignored(report: Report) -> Iterator[Phrase]:
    number = len(report.changes) - len(report.shown)
    if number:
        yield (f"the policy ignores {count(number, 'change')}; the HTML page and the JSON list what it ignores",)


def _todo(report: Report) -> Iterator[Phrase]:
    regressed = [outcome for outcome in report.outcomes if outcome.status is Status.REGRESSED]
    if regressed:
        takers = Counter(outcome.after.top for outcome in regressed if _is_tool(outcome.after.top))
        if takers:
            yield (
                "narrow the description of ",
                *listed(name for name, _ in takers.most_common()),
                ": say what it is not for, or take the new words back; ",
                Quote("toolwatch blame"),
                " finds the sentence that did it, ",
                Quote("toolwatch try"),
                " ranks other wordings",
            )
        lost = sorted({name for outcome in regressed if outcome.after.top == NO_TOOL for name in outcome.expected})
        if lost:
            yield ("say in the description of ", *listed(lost), " when it is the tool to call")
        yield ("if the new destination is meant, change ", Quote("expect"), " of the case in its suite")
    if any(outcome.status is Status.NO_VERDICT for outcome in report.outcomes):
        yield ("see below why the model gave no usable answer, and run again; a silent model is never a pass",)
    unseen = not_seen_whole(report)
    wanted = (one.subject for one in report.verdict.reasons if one.review and one.blocks)
    asked = [subject for subject in dict.fromkeys(wanted) if subject not in unseen]
    if asked:
        yield ("somebody who may approve runs ", Quote(_approve(asked)), " and commits the file that it writes")
    live = sorted({one.after.server for one in report.servers if one.after.listing.live})
    drifted = [server for server in live if any(change.server == server for change in report.shown)]
    if drifted:
        few = len(drifted) <= MOST_NAMED
        keep = Quote(f"toolwatch snapshot {' '.join(map(shlex.quote, drifted)) if few else 'SERVER'}")
        of: Phrase = () if few else (" for each of ", *listed(drifted))
        yield ("what is meant to be so from now on is kept by ", keep, *of, ": commit what it writes")
    if any(True for _ in blind(report)):
        yield ("make the server or file readable again; until then nothing is known of what was not seen",)
    blocking = {one.subject for one in report.verdict.reasons if one.blocks and not one.review}
    broken = [one.fingerprint for one in report.shown if one.compat is Compat.BREAKING and one.fingerprint in blocking]
    broken = [fingerprint for fingerprint in broken if fingerprint not in unseen]
    if broken:
        command = Quote(_approve(broken))
        yield ("keep what callers already send valid, or have the breaking change approved: ", command)


def not_seen_whole(report: Report) -> frozenset[str]:
    """Fingerprints of the changes of lists that were seen in part: ``approve`` takes none of them."""
    partial = {
        pair.after.server
        for pair in report.servers
        for one in (pair.before, pair.after)
        if one is not None and one.coverage.completeness is not Completeness.COMPLETE
    }
    return frozenset(change.fingerprint for change in report.changes if change.server in partial)


def _is_tool(chosen: str) -> bool:
    """Whether it is a tool of the list, whose text can be narrowed."""
    return chosen not in ("", NO_TOOL) and not chosen.endswith(UNSENT)


def _approve(subjects: Sequence[str]) -> str:
    """The command that approves so much; a case is named without its model."""
    names = dict.fromkeys(subject.partition("@")[0] for subject in subjects)
    what = " ".join(shlex.quote(name) for name in names) if len(names) <= MOST_NAMED else "--all"
    return f"toolwatch approve {what} --reason WHY"


def blind(report: Report) -> Iterator[Phrase]:
    """Everything that could not be seen, one sentence each."""
    for compared in report.servers:
        yield from _blind_server(compared)


def unknown(report: Report) -> Iterator[Reason]:
    """What blocks because it could not be seen or answered, and is said of no list: silent models, no check at all."""
    unseen = _unseen(report)
    yield from (reason for reason in _unique(report.verdict.blind) if reason.subject not in unseen)


def _unseen(report: Report) -> set[str]:
    """The servers of which ``blind`` says something."""
    return {compared.after.server for compared in report.servers if any(True for _ in _blind_server(compared))}


def _blind_server(compared: Compared) -> Iterator[Phrase]:
    for when, snapshot in (("before", compared.before), ("after", compared.after)):
        if snapshot is None:
            continue
        coverage, name = snapshot.coverage, Quote(snapshot.server)
        match coverage.completeness:
            case Completeness.FAILED:
                yield (name, f" ({when}) could not be observed: ", Said(coverage.failure))
            case Completeness.PARTIAL:
                refused = [surface for surface in coverage.surfaces if surface.refused]
                for problem in coverage.problems:
                    yield (name, f" ({when}) was seen in part: ", Said(problem))
                for surface in refused:
                    yield (name, f" ({when}) did not list its {surface.surface}: ", Said(surface.refused))
            case Completeness.COMPLETE if when == "before":
                continue
            case Completeness.COMPLETE:
                pass
        if coverage.invalid:
            yield (name, f" ({when}) sent {count(len(coverage.invalid), 'broken entry', 'broken entries')}: ",
                   Said(coverage.invalid[0].reason))  # fmt: skip
