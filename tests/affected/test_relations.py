"""Every tie between a case and an edit is said in words, and what is known orders the cases."""

from dataclasses import replace

import pytest

from toolwatch.affected import Options
from toolwatch.affected.edit import between
from toolwatch.affected.ground import Ground
from toolwatch.affected.relations import Relations
from toolwatch.model.listing import Listing
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.similarity import Neighbour, Neighbours
from toolwatch.model.snapshot import ServerDigests, Snapshot
from toolwatch.model.suite import Boundary, Case, Suite
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Choice, Edition, Trial

LOOKUP = Tool.of("lookup", "Tells where things are. For repayment use refund.")
REFUND = Tool.of("refund", "Pays customers back.")
STOCK = Tool.of("stock", "Counts shelves.")
BACK = Tool.of("back", "Takes goods in.")


def snapshot(*tools: Tool) -> Snapshot:
    return Snapshot(Listing("s", tools), ServerDigests("", ""))


def relations(cases: list[Case], *, options: Options | None = None, earlier: tuple[Outcome, ...] = ()) -> Relations:
    before = snapshot(LOOKUP, REFUND, STOCK, BACK)
    after = snapshot(LOOKUP, Tool.of("refund", "Pays customers back for anything lost."), STOCK, BACK)
    near = Neighbours({"back": (Neighbour("refund", 0.6),)})
    suite = Suite("s", "s", boundaries=(Boundary("money", ("refund", "stock")),), cases=tuple(cases))
    chosen = options or Options()
    return Relations(between(before, after), Ground(suite, before, after, earlier, chosen), near, near, chosen)


def outcome(case: str, tool: str, status: Status = Status.SAME, **chances: float) -> Outcome:
    trial = Trial("s", case, "m", Edition.BEFORE, 0, "k", Choice(tool, probabilities=chances))
    return Outcome("s", case, "", ("lookup",), "m", Tally(((tool, 1),)), Tally(), status, True, True, trials=(trial,))


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (Case("a", "x", ("refund",)), "expects refund, whose description changed"),
        (
            Case("a", "x", ("stock",), boundary="money"),
            "stands on the boundary money with refund, whose description changed",
        ),
        (Case("a", "x", ("stock",)), "stock shares a boundary with refund, whose description changed"),
        (Case("a", "x", ("back",)), "back is similar to refund, whose description changed (0.60 before, 0.60 after)"),
        (Case("a", "x", ("lookup",)), "the text of lookup names refund, whose description changed"),
        (Case("a", "x", ("lookup",), must_not=("refund",)), "must not go to refund, whose description changed"),
        (Case("a", "My parcel is lost", ("lookup",)), "its request shares words that refund gained: lost"),
        (Case("a", "x", ()), "nothing ties it to the edit"),
    ],
    ids=["expected", "boundary", "partner", "similar", "mention", "must not", "words", "nothing"],
)
def test_ties_in_words(case: Case, reason: str) -> None:
    assert reason in relations([case]).risk(case).reasons


def test_an_earlier_answer_ties_a_case_to_the_tool_that_it_went_to() -> None:
    case = Case("a", "x", ("lookup",))
    risk = relations([case], earlier=(outcome("a", "refund"),)).risk(case)
    assert "was answered before with refund, whose description changed" in risk.reasons
    other = Case("b", "x", ("lookup",))
    confused = relations([case, other], earlier=(outcome("a", "refund"),)).risk(other)
    assert (
        "lookup and refund, whose description changed, were taken for each other in earlier answers" in confused.reasons
    )


def test_a_second_choice_that_is_near_outranks_one_that_is_far() -> None:
    near, far = Case("near", "x", ("lookup",)), Case("far", "x", ("lookup",))
    known = (outcome("near", "lookup", lookup=0.5, refund=0.45), outcome("far", "lookup", lookup=0.9, refund=0.05))
    ties = relations([near, far], earlier=known)
    assert ties.risk(near).rank > ties.risk(far).rank
    assert "refund was its second choice before (0.45 against 0.50)" in ties.risk(near).reasons


def test_a_free_scorer_stands_in_for_the_model() -> None:
    near, far = Case("near", "x", ("lookup",)), Case("far", "x", ("lookup",))
    likely = {("s", "near"): {"lookup": 0.5, "refund": 0.45}, ("s", "far"): {"lookup": 0.9, "refund": 0.05}}
    ties = relations([near, far], options=Options(likely_before=likely, likely_after=likely))
    assert ties.risk(near).rank > ties.risk(far).rank


@pytest.mark.parametrize(
    ("options", "earlier", "reason"),
    [
        (Options(fragile={("s", "a"): 0.25}), (), "fragile: 25% of the edits that mean nothing move it"),
        (Options(), (outcome("a", "lookup", Status.UNSTABLE),), "was unstable before"),
        (Options(), (outcome("a", "lookup", Status.REGRESSED),), "an earlier edit moved it"),
    ],
    ids=["fragile", "unstable", "moved"],
)
def test_what_moves_easily_comes_earlier(options: Options, earlier: tuple[Outcome, ...], reason: str) -> None:
    case = Case("a", "x", ("lookup",))
    calm = relations([case], earlier=tuple(replace(each, status=Status.SAME) for each in earlier)).risk(case)
    shaky = relations([case], options=options, earlier=earlier).risk(case)
    assert reason in shaky.reasons
    assert shaky.rank > calm.rank


def test_a_name_inside_another_word_is_no_mention() -> None:
    case = Case("a", "x", ("stock",))
    before = snapshot(Tool.of("stock", "No refunds_here, refundable."), REFUND)
    after = snapshot(before.tools[0], Tool.of("refund", "x"))
    suite = Suite("s", "s", cases=(case,))
    ground = Ground(suite, before, after, (), Options())
    ties = Relations(between(before, after), ground, Neighbours(), Neighbours(), Options())
    assert not any("names refund" in reason for reason in ties.risk(case).reasons)
