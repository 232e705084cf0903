"""The first words of a report, by situation."""

from dataclasses import replace

import pytest

from tests.report.cases import outcome
from tests.report.everything import BLIND, EVERYTHING, QUIET
from tests.report.lists import PARTIAL, change, snapshot
from toolwatch.model.change import Compat, Seen
from toolwatch.model.outcome import Status, Tally
from toolwatch.model.report import Compared, Report
from toolwatch.model.selection import Selection
from toolwatch.model.suite import NO_TOOL
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict
from toolwatch.report.facts import approvals
from toolwatch.report.phrase import words
from toolwatch.report.story import tell

PASS, FAIL = Verdict(Decision.PASS), Verdict(Decision.FAIL, (Reason("x", True),))
REWORDED, SILENT = change(), change(compat=Compat.SAFE, seen_by_model=Seen.NO)
BREAKING = change(compat=Compat.BREAKING)
FRESH = Compared(None, snapshot("new"))
UNASKED = Selection(left_out=(("helpdesk", "parcel-lost"),))
BESIDE = Reason("this edit takes cases out of the suite", False, Blame.EXPECTATIONS)
ELSEWHERE = tuple(replace(suite, server="elsewhere") for suite in QUIET.suites)


@pytest.mark.parametrize(
    ("report", "headline"),
    [
        (QUIET, "nothing changed"),
        (replace(QUIET, verdict=Verdict(Decision.PASS, (BESIDE,))), "no tool changed"),
        (replace(QUIET, changes=(SILENT,), quiet=frozenset({SILENT.fingerprint})), "nothing changed that counts"),
        (replace(QUIET, changes=(SILENT,)), "1 change, none that a model reads"),
        (replace(QUIET, changes=(REWORDED, SILENT)), "2 changes; no case was affected"),
        (replace(QUIET, changes=(REWORDED,), suites=()), "1 change; no suite says which requests they can move"),
        (replace(QUIET, changes=(REWORDED,), suites=ELSEWHERE), "1 change; no suite says which requests they can move"),
        (replace(QUIET, changes=(REWORDED,), selection=UNASKED), "1 change; no case was asked"),
        (replace(QUIET, servers=(FRESH,)), "there is no base yet, so nothing was compared"),
        (replace(QUIET, servers=(*QUIET.servers, FRESH)), "nothing changed; 1 server has no base yet"),
        (replace(QUIET, servers=(*QUIET.servers, FRESH, FRESH)), "nothing changed; 2 servers have no base yet"),
        (replace(QUIET, outcomes=(outcome(status=Status.SAME),)), "1 request asked again, none went wrong"),
        (
            replace(QUIET, outcomes=(outcome(status=Status.SAME), outcome("b", Status.FIXED))),
            "2 requests asked again, none went wrong, 1 of them now right",
        ),
        (Report(FAIL, outcomes=(outcome(), outcome("b"))), "2 requests now reach a wrong tool"),
        (
            Report(FAIL, outcomes=(outcome(),), changes=(BREAKING,)),
            "1 request now reaches a wrong tool; 1 breaking change",
        ),
        (Report(Verdict(Decision.UNKNOWN), servers=QUIET.servers, outcomes=(outcome(status=Status.NO_VERDICT),)),
         "1 request got no usable answer"),
        (replace(QUIET, verdict=FAIL, findings=EVERYTHING.findings), "1 reason blocks"),
        (Report(Verdict(Decision.UNKNOWN, (Reason("no file", True, Blame.OBSERVATION),))), "nothing was checked"),
        (BLIND, "not everything could be seen"),
    ],
)  # fmt: skip
def test_headlines(report: Report, headline: str) -> None:
    assert words(tell(report).headline) == headline


def test_what_the_policy_ignores_is_counted() -> None:
    report = replace(QUIET, changes=(REWORDED, SILENT), quiet=frozenset({SILENT.fingerprint}))
    assert [words(note) for note in tell(replace(report, quiet=frozenset())).notes] == []
    (note,) = tell(replace(report, changes=(replace(REWORDED, fingerprint="f" * 16), SILENT))).notes
    assert words(note).startswith("the policy ignores 1 change;")


def test_what_was_not_seen_is_never_called_unchanged() -> None:
    partial = Compared(snapshot(), snapshot(coverage=PARTIAL))
    for report in (BLIND, replace(QUIET, verdict=Verdict(Decision.UNKNOWN), servers=(partial,))):
        story = tell(report)
        assert story.blind
        assert "nothing changed" not in words(story.headline)
        assert any("readable again" in words(line) for line in story.todo)


def test_each_failure_comes_with_something_to_do() -> None:
    lost = outcome("lost", after=Tally(((NO_TOOL, 3),)))
    todo = " ".join(words(line) for line in tell(Report(FAIL, outcomes=(outcome(), lost))).todo)
    assert "narrow the description of start_return" in todo
    assert "say in the description of issue_refund when it is the tool to call" in todo


def test_a_reason_is_not_said_twice() -> None:
    moved = outcome()
    subject = f"{moved.suite}/{moved.case}@{moved.model}=start_return"
    reasons = (Reason("new failure", True, subject=subject), Reason("more", True), Reason("more", True))
    story = tell(Report(Verdict(Decision.FAIL, reasons), outcomes=(moved,)))
    assert [words(line) for line in story.why] == ["more"]
    assert len(story.moves) == 1


def test_the_worst_moves_are_named_first() -> None:
    outcomes = [outcome(f"case-{number}", request=f"request {number}") for number in range(9)]
    costly = replace(outcomes[7], cost=EVERYTHING.outcomes[0].cost)
    fragile = replace(outcomes[0], fragile=True)
    story = tell(Report(FAIL, outcomes=(fragile, *outcomes[1:7], costly, outcomes[8])))
    assert [words(line).split(" went")[0] for line in story.moves] == ["request 7", "request 1", "request 2"]


@pytest.mark.parametrize("review", [True, False], ids=["asked for", "breaking"])
def test_nobody_is_told_to_approve_what_was_seen_in_part(review: bool) -> None:
    """A tool that only seems gone would be let go; ``approve`` refuses it."""
    one = replace(BREAKING, fingerprint="0123456789abcdef", server="helpdesk")
    verdict = Verdict(Decision.FAIL, (Reason("a tool is gone", True, review=review, subject=one.fingerprint),))
    for after, told in ((snapshot(coverage=PARTIAL), False), (snapshot(), True)):
        report = Report(verdict, servers=(Compared(snapshot(), after),), changes=(one,))
        said = "\n".join(words(line) for line in tell(report).todo)
        assert ("toolwatch approve" in said) is told
        assert bool(approvals(report)) is (told and review)
