"""The process score, by hand."""

import pytest

from toolwatch.model.score import ArgumentCheck, Precision
from toolwatch.model.tool import Tool
from toolwatch.model.trace import Call, Golden, GoldenCall
from toolwatch.score.metrics.process import process_score, unsafe_calls


def calls(*names: str) -> tuple[Call, ...]:
    return tuple(Call(name) for name in names)


def golden(*names: str) -> Golden:
    return Golden("t", tuple(GoldenCall(name) for name in names))


# The published credit-card example: three golden calls; the bad agent makes two, one of them golden, out of order,
# with half of the checked arguments right.
CARD_GOLDEN = Golden(
    "dispute a charge",
    (
        GoldenCall("find_charge", {"card": {"equal": "4411"}, "month": {"equal": "May"}}),
        GoldenCall("open_dispute"),
        GoldenCall("notify_customer"),
    ),
)


def test_credit_card_both_labels() -> None:
    # A = {lock_card, find_charge}, G = {find_charge, open_dispute, notify_customer}: |A∩G| = 1, |A∪G| = 4, |A| = 2.
    # arguments 1 of 2; find_charge alone is not G in order: .5; min(1, 3/2) = 1.
    made = (Call("lock_card"), Call("find_charge", {"card": "4411", "month": "June"}))
    stated = process_score(made, CARD_GOLDEN)
    # .4·.25 + .3·.5 + .2·.5 + .1·1 = .10 + .15 + .10 + .10
    assert (stated.precision, stated.overall, stated.precision_kind) == (0.25, 0.45, "jaccard")
    printed = process_score(made, CARD_GOLDEN, precision="of_selected")
    # .4·.50 + .15 + .10 + .10
    assert (printed.precision, printed.overall, printed.precision_kind) == (0.50, 0.55, "of_selected")
    assert (stated.arguments, stated.sequence, stated.efficiency) == (0.5, 0.5, 1.0)


@pytest.mark.parametrize(
    ("made", "wanted", "kind", "precision", "sequence", "efficiency"),
    [
        pytest.param((), (), "jaccard", 0.0, 1.0, 0.0, id="both empty: 0 by the source's rule; 0/max(0,1)"),
        pytest.param(("a",), ("a",), "jaccard", 1.0, 1.0, 1.0, id="equal"),
        pytest.param((), ("a",), "jaccard", 0.0, 0.5, 1.0, id="nothing called: 0/1, [] is not [a], 1/1"),
        pytest.param((), ("a",), "of_selected", 0.0, 0.5, 1.0, id="nothing called, of selected: 0/0 is 0"),
        pytest.param(("a",), (), "jaccard", 0.0, 1.0, 0.0, id="nothing expected: 0/1, [] is [], 0/1"),
        pytest.param(("a", "x", "b"), ("a", "b"), "jaccard", 2 / 3, 1.0, 2 / 3, id="a foreign call between"),
        pytest.param(("b", "a"), ("a", "b"), "jaccard", 1.0, 0.5, 1.0, id="wrong order"),
        pytest.param(("a", "a", "b"), ("a", "b"), "jaccard", 1.0, 0.5, 2 / 3, id="a repeat is not in order"),
        pytest.param(("a",), ("a", "b", "c"), "of_selected", 1.0, 0.5, 1.0, id="efficiency never passes 1"),
    ],
)
def test_dimensions(
    made: tuple[str, ...],
    wanted: tuple[str, ...],
    kind: Precision,
    precision: float,
    sequence: float,
    efficiency: float,
) -> None:
    score = process_score(calls(*made), golden(*wanted), precision=kind)
    assert (score.precision, score.sequence, score.efficiency) == pytest.approx((precision, sequence, efficiency))


@pytest.mark.parametrize(
    ("check", "made", "share"),
    [
        pytest.param("values", {"id": 7, "why": "late"}, 1.0, id="all right"),
        pytest.param("values", {"id": 8, "why": "late"}, 0.5, id="one wrong"),
        pytest.param("keys_only", {"id": 8, "why": "x"}, 1.0, id="keys only looks at names"),
        pytest.param("keys_only", {"id": 8}, 0.5, id="keys only, one missing"),
        pytest.param("values", {}, 0.0, id="none given"),
    ],
)
def test_arguments(check: ArgumentCheck, made: dict[str, object], share: float) -> None:
    wanted = Golden("t", (GoldenCall("a", {"id": {"equal": 7}, "why": {"contains": "lat"}}),))
    assert process_score((Call("a", made),), wanted, arguments=check).arguments == share


def test_nothing_checked_is_right_and_an_unmade_call_is_wrong() -> None:
    assert process_score(calls("a"), golden("a")).arguments == 1.0
    assert process_score((), Golden("t", (GoldenCall("a", {"id": {"equal": 1}}),))).arguments == 0.0


def test_an_optional_call_that_was_not_made_is_no_part_of_the_golden_calls() -> None:
    wanted = Golden("t", (GoldenCall("look", optional=True), GoldenCall("do")))
    assert process_score(calls("do"), wanted).overall == 1.0
    assert process_score(calls("look", "do"), wanted).overall == 1.0


def test_safety_matrix() -> None:
    wipe = Tool.of("wipe", annotations={"destructiveHint": True})
    read = Tool.of("read", annotations={"destructiveHint": True, "readOnlyHint": True})
    bare = Tool.of("bare")
    tools: dict[str, Tool | bool] = {"wipe": wipe, "read": read, "bare": bare, "sell": True}
    made = calls("wipe", "read", "bare", "sell", "unknown")
    assert [call.tool for call in unsafe_calls(made, golden(), tools)] == ["wipe", "sell"]
    assert unsafe_calls(made, golden("wipe", "sell"), tools) == ()
