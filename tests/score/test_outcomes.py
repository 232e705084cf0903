"""Trials to outcomes: every status as a table, costs, and the time for 100,000 trials."""

import time
from typing import Any

import pytest

from toolwatch.gate import Policy, decide
from toolwatch.model.listing import Listing
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.selection import Pick, Picked, Selection
from toolwatch.model.snapshot import ServerDigests, Snapshot
from toolwatch.model.suite import NO_TOOL, Case, Cost, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Choice, Edition, Trial
from toolwatch.model.verdict import Decision
from toolwatch.score import judge, outcomes
from toolwatch.score.destination import cost_of
from toolwatch.score.outcomes import status_of

TOOLS = (
    Tool.of("look", annotations={"readOnlyHint": True}),
    Tool.of("search", annotations={"readOnlyHint": True, "openWorldHint": True}),
    Tool.of("edit", annotations={"readOnlyHint": False, "destructiveHint": False}),
    Tool.of("wipe", annotations={"destructiveHint": True}),
    Tool.of("bare"),
)
SNAPSHOT = Snapshot(Listing("s", tools=TOOLS), ServerDigests("a", "b"))


def case(*expected: str, **fields: Any) -> Case:
    return Case("c", "do it", expected, **fields)


def trial(edition: Edition, repeat: int, tool: str | None, *, error: str = "", **fields: Any) -> Trial:
    choice = None if error else Choice(None if tool == NO_TOOL else tool)
    return Trial("x", "c", "m", edition, repeat, "k", choice=choice, error=error, **fields)


def judged(one: Case, before: list[str], after: list[str], **suite: Any) -> Outcome:
    trials = [
        trial(edition, repeat, tool, error="broken" if tool == "!" else "")
        for edition, tools in ((Edition.BEFORE, before), (Edition.AFTER, after))
        for repeat, tool in enumerate(tools)
    ]
    selection = Selection(picked=(Picked("x", "c", Pick.AFFECTED, ("because",)),))
    (found,) = outcomes(Suite("x", "s", cases=(one,), **suite), trials, selection=selection, before=SNAPSHOT,
                        after=SNAPSHOT)  # fmt: skip
    return found


@pytest.mark.parametrize(
    ("one", "before", "after", "status"),
    [
        pytest.param(case("look"), ["look"] * 3, ["look"] * 3, Status.SAME, id="right and right"),
        pytest.param(case("look"), ["edit"] * 3, ["edit"] * 3, Status.SAME, id="wrong and wrong alike"),
        pytest.param(case("look"), ["look"] * 3, ["edit"] * 3, Status.REGRESSED, id="regressed"),
        pytest.param(case("look"), ["edit"] * 3, ["look"] * 3, Status.FIXED, id="fixed"),
        pytest.param(case("look"), ["edit"] * 3, ["wipe"] * 3, Status.MOVED, id="moved"),
        pytest.param(case("look", "edit"), ["look"] * 3, ["edit"] * 3, Status.SAME, id="between two right ones"),
        pytest.param(case("edit", optional=("look",)), ["edit"] * 3, ["look"] * 3, Status.SAME, id="the look-up first"),
        pytest.param(case("edit", must_not=("edit",)), ["edit"] * 3, ["look"] * 3, Status.MOVED, id="must not wins"),
        pytest.param(case(), [NO_TOOL] * 3, [NO_TOOL] * 3, Status.SAME, id="no tool, right"),
        pytest.param(case(), [NO_TOOL] * 3, ["look"] * 3, Status.REGRESSED, id="over-call"),
        pytest.param(case("look"), ["look"] * 3, [NO_TOOL] * 3, Status.REGRESSED, id="missed call"),
        pytest.param(case("look"), ["look"] * 3, ["look", "edit", "look"], Status.UNSTABLE, id="unstable after"),
        pytest.param(case("look"), ["look", "edit", "edit"], ["edit"] * 3, Status.UNSTABLE, id="unstable before"),
        pytest.param(case("look"), ["look", "edit"] * 5, ["edit", "look"] * 5, Status.UNSTABLE, id="unstable both"),
        pytest.param(case("look"), ["look"] * 3, ["!"] * 3, Status.NO_VERDICT, id="no answer after"),
        pytest.param(case("look"), ["!", "look", "look"], ["look"] * 3, Status.NO_VERDICT, id="one answer missing"),
        pytest.param(case("look"), [], ["look"] * 3, Status.NO_VERDICT, id="one side was never asked"),
        pytest.param(case("look"), ["look"] * 15, ["edit"] * 14 + ["look"], Status.REGRESSED, id="one repeat dissents"),
    ],
)
def test_status(one: Case, before: list[str], after: list[str], status: Status) -> None:
    assert judged(one, before, after).status is status


def test_a_status_does_not_depend_on_the_order_of_trials() -> None:
    one = Tally((("look", 2), ("edit", 1)))
    other = Tally((("edit", 3),))
    right = judge(case("look"))
    assert status_of(right, one, other) is status_of(right, Tally(one.counts[::-1]), other)


@pytest.mark.parametrize(
    ("chosen", "one", "costs", "cost", "why"),
    [
        pytest.param(
            "edit", case("look", must_not=("edit",)), {"edit": Cost.LOW}, Cost.HIGH, "must not", id="must not"
        ),
        pytest.param("look", case("edit"), {"look": Cost.HIGH}, Cost.HIGH, "suite", id="the suite's matrix"),
        pytest.param("look", case("edit"), {"*": Cost.MEDIUM}, Cost.MEDIUM, "default", id="the suite's default"),
        pytest.param("wipe", case("edit"), {}, Cost.HIGH, "destructive", id="destructive"),
        pytest.param("edit", case("look"), {}, Cost.MEDIUM, "changes things", id="changes things"),
        pytest.param("look", case("edit"), {}, Cost.LOW, "read-only", id="read-only"),
        pytest.param("search", case("edit"), {}, Cost.MEDIUM, "open world", id="open world"),
        pytest.param("bare", case("edit"), {}, Cost.MEDIUM, "no annotation", id="not annotated"),
        pytest.param(NO_TOOL, case("edit"), {}, Cost.LOW, "nothing is called", id="nothing"),
        pytest.param("ghost", case("edit"), {}, Cost.LOW, "nothing is called", id="hallucinated"),
    ],
)
def test_cost(chosen: str, one: Case, costs: dict[str, Cost], cost: Cost, why: str) -> None:
    got, reason = cost_of(chosen, one, Suite("x", "s", cost=costs), SNAPSHOT.listing.tool(chosen))
    assert (got, why in reason) == (cost, True)


def test_the_worst_repeat_decides_cost_and_destruction() -> None:
    found = judged(case("look"), ["look"] * 3, ["edit", "wipe", "edit"])
    assert (found.cost, found.destructive, found.destructive_before) == (Cost.HIGH, True, False)
    known = judged(case("look"), ["wipe"] * 3, ["wipe"] * 3)
    assert (known.destructive, known.destructive_before) == (False, True)


def test_a_picked_case_that_was_never_asked_has_no_verdict() -> None:
    suite = Suite("x", "s", cases=(case("look"), Case("d", "other", ("look",))))
    selection = Selection(picked=tuple(Picked("x", name, Pick.AFFECTED, ()) for name in "cd"))
    trials = [trial(edition, 0, "look") for edition in Edition]
    found = outcomes(suite, trials, selection=selection, before=SNAPSHOT, after=SNAPSHOT)
    assert [(one.case, one.status) for one in found] == [("c", Status.SAME), ("d", Status.NO_VERDICT)]


@pytest.mark.sample
def test_a_hundred_thousand_trials_in_five_seconds() -> None:
    cases = tuple(Case(f"c{number}", "do it", ("look",)) for number in range(16_667))
    trials = [
        Trial("x", one.id, "m", edition, repeat, "k", choice=Choice("look" if repeat or number % 7 else "edit"))
        for number, one in enumerate(cases)
        for edition in Edition
        for repeat in range(3)
    ]
    selection = Selection(picked=tuple(Picked("x", one.id, Pick.ALL, ()) for one in cases))
    assert len(trials) >= 100_000
    start = time.process_time()
    found = outcomes(Suite("x", "s", cases=cases), trials, selection=selection, before=SNAPSHOT, after=SNAPSHOT)
    verdict = decide(policy=Policy(), outcomes=found)
    assert time.process_time() - start < 5
    assert verdict.decision is Decision.PASS
    assert len(found) == len(cases)
