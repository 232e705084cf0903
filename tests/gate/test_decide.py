"""The gate as a table: one row a situation, with the decision, the exit code and what the reasons must say."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import pytest

from toolwatch.cli.exits import Exit, of_verdict
from toolwatch.gate import Action, Policy, decide
from toolwatch.model.approval import Approval
from toolwatch.model.change import Change, Compat, Seen, Side
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface, SurfaceCoverage
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.report import Compared
from toolwatch.model.snapshot import ServerDigests, Snapshot
from toolwatch.model.suite import Cost
from toolwatch.model.verdict import Blame, Decision, Reason
from toolwatch.snapshot.approvals import holding

PASS, FAIL, REVIEW, UNKNOWN = Decision.PASS, Decision.FAIL, Decision.REVIEW, Decision.UNKNOWN


def outcome(status: Status, case: str = "lost-parcel", **fields: Any) -> Outcome:
    right_before = fields.get("right_before", status in (Status.SAME, Status.REGRESSED))
    right_after = fields.get("right_after", status in (Status.SAME, Status.FIXED))
    default = Outcome(
        suite="helpdesk",
        case=case,
        request="It never came.",
        expected=("issue_refund",),
        model="m",
        before=Tally((("issue_refund" if right_before else "check_stock", 3),)),
        after=Tally((("issue_refund" if right_after else "start_return", 3),)),
        status=status,
        right_before=right_before,
        right_after=right_after,
        cost=None if right_after else Cost.MEDIUM,
    )
    return replace(default, **fields)


def regressed(**fields: Any) -> Outcome:
    return outcome(Status.REGRESSED, **fields)


def silent(case: str = "lost-parcel") -> Outcome:
    return outcome(Status.NO_VERDICT, case, reasons=("picked", "the model did not answer"), after=Tally(failed=3))


def change(compat: Compat, code: str = "TW310") -> Change:
    return Change(
        "shop", "t", "/inputSchema", code, "required-added", compat, Seen.YES, Side.INPUT, 1, 2, "now needs x", "f1"
    )


def finding(severity: Severity, code: str = "TW101") -> Finding:
    return Finding(code, "missing-description", "description", severity, "shop", "t", "/description", "has none",
                   fingerprint="l1")  # fmt: skip


def compared(before: Coverage | None = Coverage(), after: Coverage = Coverage(), kind: str = "") -> Compared:  # noqa: B008
    def snapshot(coverage: Coverage) -> Snapshot:
        return Snapshot(Listing("shop", coverage=coverage, kind=kind), ServerDigests("a", "b"))

    return Compared(None if before is None else snapshot(before), snapshot(after))


REFUSED = Coverage((SurfaceCoverage(Surface.PROMPTS, declared=True, listed=False, refused="-32601"),))
FAILED = Coverage(failure="exited at once")
CUT = Coverage(problems=("the cursor repeats on page 3",))
BROKEN = Coverage(invalid=(InvalidEntry(Surface.PROMPTS, 0, "is a number where an object is wanted", 5),))


WEIGHTS = {
    Compat.BREAKING: Action.BLOCK,
    Compat.UNCLEAR: Action.REVIEW,
    Compat.SAFE: Action.WARN,
    Compat.NONE: Action.IGNORE,
}


APPROVAL = Approval("f1", by="ann", on=date(2026, 11, 1), reason="callers were told", expires=date(2026, 12, 1))


def held(approval: Approval, today: date) -> tuple[str, ...]:
    """The fingerprints that the gate is given for an approval on that day."""
    return tuple(holding([approval], today))


@dataclass(frozen=True)
class Row:
    """One situation."""

    id: str
    decision: Decision
    exit: Exit
    says: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    changes: tuple[Change, ...] = ()
    findings: tuple[Finding, ...] = ()
    servers: tuple[Compared, ...] = ()
    trouble: tuple[Reason, ...] = ()
    approved: tuple[str, ...] = ()
    policy: Policy = field(default_factory=Policy)
    weights: Mapping[str, Action] = field(default_factory=dict)
    """What the diff's policy makes of changes, by code, where it differs from its default."""
    quiet: bool = False
    """No reason at all."""


FIXED = tuple(outcome(Status.FIXED, f"fixed-{number}") for number in range(10))
NO_OUTCOME_FAILS = Row("nothing changed", PASS, Exit.PASS, quiet=True)

TABLE = [
    NO_OUTCOME_FAILS,
    Row("all the same", PASS, Exit.PASS, outcomes=(outcome(Status.SAME),), quiet=True),
    Row("only fixed", PASS, Exit.PASS, outcomes=FIXED, quiet=True),
    Row("a new failure", FAIL, Exit.GATE_FAILED, ("new failure", "issue_refund before, start_return after"),
        (regressed(),)),
    Row("one high-cost failure, ten fixed", FAIL, Exit.GATE_FAILED, ("new failure", "high cost"),
        (*FIXED, regressed(cost=Cost.HIGH, cost_reason="the suite says so"))),
    Row("one low-cost failure blocks by default", FAIL, Exit.GATE_FAILED, ("low cost",), (regressed(cost=Cost.LOW),)),
    Row("a low-cost failure within the allowance warns", PASS, Exit.PASS, ("low cost",), (regressed(cost=Cost.LOW),),
        policy=Policy(low_cost_allowed=1)),
    Row("low-cost failures above the allowance block", FAIL, Exit.GATE_FAILED, ("low cost",),
        (regressed(cost=Cost.LOW), regressed(cost=Cost.LOW, case="b")), policy=Policy(low_cost_allowed=1)),
    Row("the allowance is for low cost alone", FAIL, Exit.GATE_FAILED, ("medium cost",), (regressed(),),
        policy=Policy(low_cost_allowed=5)),
    Row("a policy may let medium cost warn", PASS, Exit.PASS, ("medium cost",), (regressed(),),
        policy=Policy(regressed={Cost.MEDIUM: Action.WARN})),
    Row("no tool called where one was expected is its own line", FAIL, Exit.GATE_FAILED, ("no tool called",),
        (regressed(after=Tally((("none", 3),)), cost=Cost.LOW),)),
    Row("fragile onto a cheap tool asks for review", REVIEW, Exit.GATE_FAILED, ("fragile new failure", "30%"),
        (regressed(fragile=True, placebo_rate=0.3, cost=Cost.LOW),)),
    Row("fragile onto a costly tool blocks", FAIL, Exit.GATE_FAILED, ("fragile new failure",),
        (regressed(fragile=True, cost=Cost.HIGH),)),
    Row("fragile onto a destructive tool blocks", FAIL, Exit.GATE_FAILED, ("destructive",),
        (regressed(fragile=True, cost=Cost.HIGH, destructive=True),)),
    Row("fragile may be let through", PASS, Exit.PASS, ("fragile",), (regressed(fragile=True, cost=Cost.LOW),),
        policy=Policy(fragile={Cost.LOW: Action.WARN})),
    Row("a destructive over-call blocks", FAIL, Exit.GATE_FAILED, ("wrongly on a destructive tool", "none expected"),
        (outcome(Status.MOVED, expected=(), destructive=True, cost=Cost.HIGH),)),
    Row("destructive in one repeat of an unstable case blocks", FAIL, Exit.GATE_FAILED, ("destructive",),
        (outcome(Status.UNSTABLE, destructive=True),)),
    Row("destructive as before asks for review", REVIEW, Exit.GATE_FAILED, ("as before this edit",),
        (outcome(Status.SAME, right_before=False, right_after=False, destructive_before=True),)),
    Row("unstable is not a regression", PASS, Exit.PASS, ("unstable",), (outcome(Status.UNSTABLE),)),
    Row("unstable may block where the user wants it", FAIL, Exit.GATE_FAILED, ("unstable",),
        (outcome(Status.UNSTABLE),), policy=Policy(unstable=Action.BLOCK)),
    Row("moved from wrong to wrong warns", PASS, Exit.PASS, ("moved from one wrong tool",), (outcome(Status.MOVED),)),
    Row("a moved sentinel that got worse blocks", FAIL, Exit.GATE_FAILED, ("new failure",),
        (regressed(sentinel=True),)),
    Row("a moved sentinel between wrong tools warns", PASS, Exit.PASS, ("moved",),
        (outcome(Status.MOVED, sentinel=True),)),
    Row("high risk and wrong asks for review", REVIEW, Exit.GATE_FAILED, ("high-risk",),
        (outcome(Status.SAME, right_before=False, right_after=False, high_risk=True),)),
    Row("high risk and right is quiet", PASS, Exit.PASS, outcomes=(outcome(Status.SAME, high_risk=True),), quiet=True),
    Row("high risk and newly wrong blocks", FAIL, Exit.GATE_FAILED, ("new failure",), (regressed(high_risk=True),)),
    Row("an approved review is lifted and said", PASS, Exit.PASS, ("approved: ", "high-risk"),
        outcomes=(outcome(Status.SAME, right_before=False, right_after=False, high_risk=True),),
        approved=("helpdesk/lost-parcel@m=start_return",)),
    Row("an approval of another destination lifts nothing", REVIEW, Exit.GATE_FAILED, ("high-risk",),
        (outcome(Status.SAME, right_before=False, right_after=False, high_risk=True),),
        approved=("helpdesk/lost-parcel@m=check_stock",)),
    Row("an expired approval lifts nothing", FAIL, Exit.GATE_FAILED, ("breaking",),
        changes=(change(Compat.BREAKING),), approved=held(APPROVAL, date(2026, 12, 1))),
    Row("the same approval on the day before", PASS, Exit.PASS, ("approved: ", "breaking"),
        changes=(change(Compat.BREAKING),), approved=held(APPROVAL, date(2026, 11, 30))),
    Row("an empty suite proves nothing", UNKNOWN, Exit.NO_VERDICT, ("has no case",),
        trouble=(Reason("the suite shop has no case, so it says nothing about shop", True, Blame.MODELS),)),
    Row("a new failure cannot be approved away", FAIL, Exit.GATE_FAILED, ("new failure",), (regressed(),),
        approved=("helpdesk/lost-parcel@m=start_return",)),
    Row("one case without an answer", UNKNOWN, Exit.NO_VERDICT, ("no verdict", "did not answer"),
        (silent(), outcome(Status.SAME, "b"))),
    Row("one silent case within the allowance", PASS, Exit.PASS, ("no verdict",),
        (silent(), outcome(Status.SAME, "b")), policy=Policy(no_verdict_allowed=1)),
    Row("all silent is never a pass, whatever is allowed", UNKNOWN, Exit.NO_VERDICT, ("no case at all",),
        (silent(), silent("b")), policy=Policy(no_verdict_allowed=9)),
    Row("a new failure beside a silent case is a failure", FAIL, Exit.GATE_FAILED, ("new failure", "no verdict"),
        (silent(), regressed(case="b"))),
    Row("a budget spent too early", UNKNOWN, Exit.NO_VERDICT, ("budget",),
        trouble=(Reason("the budget was spent before the selection was done", True, Blame.MODELS),)),
    Row("a server that failed", UNKNOWN, Exit.NOT_OBSERVED, ("not observed: exited at once",),
        servers=(compared(after=FAILED),)),
    Row("a base that failed", UNKNOWN, Exit.NOT_OBSERVED, ("(before) was not observed",),
        servers=(compared(before=FAILED),)),
    Row("an entry that cannot be read", UNKNOWN, Exit.NOT_OBSERVED, ("prompts", "cannot be read"),
        servers=(compared(BROKEN, BROKEN),)),
    Row("an entry that could not be read is mended", PASS, Exit.PASS, servers=(compared(BROKEN),), quiet=True),
    Row("a refused surface", UNKNOWN, Exit.NOT_OBSERVED, ("only in part", "prompts refused"),
        servers=(compared(after=REFUSED),)),
    Row("a list that was cut", UNKNOWN, Exit.NOT_OBSERVED, ("the cursor repeats",), servers=(compared(after=CUT),)),
    Row("a partial listing beside a failure stays unknown", UNKNOWN, Exit.NOT_OBSERVED, ("only in part", "new failure"),
        (regressed(),), servers=(compared(after=CUT),)),
    Row("blind and mute is said as blind", UNKNOWN, Exit.NOT_OBSERVED, ("not observed", "no verdict"), (silent(),),
        servers=(compared(after=FAILED),)),
    Row("no base of a file is said and passes", PASS, Exit.PASS, ("no base yet",), servers=(compared(before=None),)),
    Row("no base of a server is no pass", UNKNOWN, Exit.NOT_OBSERVED, ("`toolwatch snapshot shop` writes one",),
        servers=(compared(before=None, kind="stdio"),)),
    Row("two complete snapshots are quiet", PASS, Exit.PASS, servers=(compared(),), quiet=True),
    Row("a breaking change blocks", FAIL, Exit.GATE_FAILED, ("breaking change: shop/t/inputSchema",),
        changes=(change(Compat.BREAKING),)),
    Row("a breaking change may ask for review", REVIEW, Exit.GATE_FAILED, ("breaking",),
        changes=(change(Compat.BREAKING),), weights={"TW310": Action.REVIEW}),
    Row("an approved breaking change passes", PASS, Exit.PASS, ("approved: ", "breaking"),
        changes=(change(Compat.BREAKING),), approved=("f1",)),
    Row("an approval of another change lifts nothing", FAIL, Exit.GATE_FAILED, ("breaking",),
        changes=(change(Compat.BREAKING),), approved=("f2",)),
    Row("an unclear change asks for review", REVIEW, Exit.GATE_FAILED, ("unclear",), changes=(change(Compat.UNCLEAR),)),
    Row("an approved unclear change passes", PASS, Exit.PASS, ("approved: ", "unclear"),
        changes=(change(Compat.UNCLEAR),), approved=("f1",)),
    Row("an approval of a flip does not hold for other definitions", REVIEW, Exit.GATE_FAILED, ("high-risk",),
        (outcome(Status.SAME, right_before=False, right_after=False, high_risk=True, definitions="b0b"),),
        approved=("helpdesk/lost-parcel@m=start_return", "helpdesk/lost-parcel@m=start_return#a0a")),
    Row("a safe change is quiet", PASS, Exit.PASS, changes=(change(Compat.SAFE),), quiet=True),
    Row("a code may be raised", FAIL, Exit.GATE_FAILED, ("safe change",), changes=(change(Compat.SAFE, "TW366"),),
        weights={"TW366": Action.BLOCK}),
    Row("a code may be silenced", PASS, Exit.PASS, changes=(change(Compat.BREAKING),),
        weights={"TW310": Action.IGNORE}, quiet=True),
    Row("a new error finding blocks", FAIL, Exit.GATE_FAILED, ("new error TW101",),
        findings=(finding(Severity.ERROR),)),
    Row("a new warning warns", PASS, Exit.PASS, ("new warning",), findings=(finding(Severity.WARNING),)),
    Row("a new info is quiet", PASS, Exit.PASS, findings=(finding(Severity.INFO),), quiet=True),
    Row("a finding's code may be lowered", PASS, Exit.PASS, ("new error",), findings=(finding(Severity.ERROR),),
        policy=Policy(codes={"TW101": Action.WARN})),
    Row("all models must pass", FAIL, Exit.GATE_FAILED, ("new failure: helpdesk/lost-parcel (big)",),
        (outcome(Status.SAME, model="small"), regressed(model="big"))),
    Row("any model is enough", PASS, Exit.PASS, ("passes under small",),
        (outcome(Status.SAME, model="small"), regressed(model="big")), policy=Policy(models="any")),
    Row("any model is enough, but none passes", FAIL, Exit.GATE_FAILED, ("(small)", "(big)"),
        (regressed(model="small"), regressed(model="big")), policy=Policy(models="any")),
    Row("the primary model decides", PASS, Exit.PASS, ("openai:small decides",),
        (outcome(Status.SAME, model="openai:small"), regressed(model="big")), policy=Policy(models="openai:small")),
    Row("the primary model decides, and fails", FAIL, Exit.GATE_FAILED, ("(openai:small)",),
        (regressed(model="openai:small"), outcome(Status.SAME, model="big")), policy=Policy(models="small")),
    Row("a primary model that was not asked is no pass", UNKNOWN, Exit.NO_VERDICT, ("was not asked",),
        (outcome(Status.SAME, model="big"),), policy=Policy(models="small")),
    Row("a silent model beside one that passes", PASS, Exit.PASS, ("no verdict",),
        (replace(silent(), model="a"), outcome(Status.SAME, model="b")), policy=Policy(models="any")),
    Row("review and failure together fail", FAIL, Exit.GATE_FAILED, ("unclear", "new failure"), (regressed(),),
        changes=(change(Compat.UNCLEAR),)),
]  # fmt: skip


def verdict_of(row: Row) -> Any:
    return decide(
        policy=row.policy,
        servers=row.servers,
        changes=row.changes,
        weigh=lambda change: row.weights.get(change.code, WEIGHTS[change.compat]),
        findings=row.findings,
        outcomes=row.outcomes,
        trouble=row.trouble,
        approved=row.approved,
    )


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.id)
def test_situation(row: Row) -> None:
    verdict = verdict_of(row)
    said = "\n".join(reason.text for reason in verdict.reasons)
    assert (verdict.decision, of_verdict(verdict)) == (row.decision, row.exit), said
    assert all(words in said for words in row.says), said
    assert bool(verdict.reasons) != row.quiet, said


def test_the_table_has_the_rows_that_were_promised() -> None:
    assert len(TABLE) >= 40
    assert len({row.id for row in TABLE}) == len(TABLE)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.id)
def test_fixed_cases_never_pay(row: Row) -> None:
    more = [replace(fixed, model=model) for model in {outcome.model for outcome in row.outcomes} for fixed in FIXED]
    richer = replace(row, outcomes=(*row.outcomes, *more))
    if row.says[:1] != ("no case at all",):
        assert verdict_of(richer).decision is row.decision


def test_what_was_not_seen_is_said_first() -> None:
    row = Row("", UNKNOWN, Exit.NOT_OBSERVED, outcomes=(regressed(), silent("b")), changes=(change(Compat.UNCLEAR),),
              servers=(compared(after=FAILED),))  # fmt: skip
    verdict = verdict_of(row)
    assert [reason.blame for reason in verdict.reasons] == [
        Blame.OBSERVATION, Blame.MODELS, Blame.GATE, Blame.GATE,
    ]  # fmt: skip
    assert verdict.reasons[-1].review
