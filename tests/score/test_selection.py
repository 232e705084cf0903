"""Precision, recall and their edge cases, by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.score import ErrorType, Rates
from toolwatch.model.suite import NO_TOOL
from toolwatch.score.metrics.selection import Selected, error_type, selection_score


@pytest.mark.parametrize(
    ("counts", "precision", "recall", "f1"),
    [
        pytest.param((0, 0, 0), 1.0, 1.0, 1.0, id="nothing at all"),
        pytest.param((0, 0, 3), 1.0, 0.0, 0.0, id="never called, P on zero is 1"),
        pytest.param((0, 2, 0), 0.0, 1.0, 0.0, id="never wanted, R on zero is 1"),
        pytest.param((0, 2, 3), 0.0, 0.0, 0.0, id="both zero, F1 is 0"),
        pytest.param((3, 1, 2), 0.75, 0.6, 2 * 0.75 * 0.6 / 1.35, id="3/4 and 3/5"),
    ],
)
def test_rates(counts: tuple[int, int, int], precision: float, recall: float, f1: float) -> None:
    rates = Rates(*counts)
    assert (rates.precision, rates.recall, rates.f1) == pytest.approx((precision, recall, f1))


@pytest.mark.parametrize(
    ("expected", "chosen", "kind"),
    [
        ((), NO_TOOL, None),
        (("a",), "a", None),
        (("a", "b"), "b", None),
        (("a",), "b", ErrorType.WRONG_TOOL),
        (("a",), "zzz", ErrorType.HALLUCINATED_TOOL),
        ((), "zzz", ErrorType.HALLUCINATED_TOOL),
        (("a",), NO_TOOL, ErrorType.MISSED_CALL),
        ((), "a", ErrorType.OVER_CALL),
    ],
)
def test_error_types(expected: tuple[str, ...], chosen: str, kind: ErrorType | None) -> None:
    assert error_type(Selected(expected, chosen), {"a", "b"}) is kind


def test_a_worked_example() -> None:
    # a: called for a twice (TP 2), once for b (FP 1); one a went to none (FN 1).  b: wanted once, never found (FN 1).
    # none: wanted once, found (TP 1), and called once for a (FP 1).
    judged = [
        Selected(("a",), "a", "x"),
        Selected(("a",), "a", "x"),
        Selected(("b",), "a", "y"),
        Selected(("a",), NO_TOOL, "y"),
        Selected((), NO_TOOL, "y"),
    ]
    score = selection_score(judged, {"a", "b"})
    assert score.per_tool == {"a": Rates(2, 1, 1), "b": Rates(0, 0, 1), NO_TOOL: Rates(1, 1, 0)}
    assert (score.micro, score.right, score.cases) == (Rates(3, 2, 2), 3, 5)
    assert score.macro_precision == pytest.approx((2 / 3 + 1 + 1 / 2) / 3)
    assert score.macro_recall == pytest.approx((2 / 3 + 0 + 1) / 3)
    assert score.confusion == {("a", "a"): 2, ("a", NO_TOOL): 1, ("b", "a"): 1, (NO_TOOL, NO_TOOL): 1}
    assert score.errors == {ErrorType.WRONG_TOOL: 1, ErrorType.MISSED_CALL: 1}
    assert score.per_category == {"x": Rates(2, 0, 0), "y": Rates(1, 2, 2)}


NAMES = st.sampled_from(["a", "b", "c", "ghost", NO_TOOL])
CASES = st.builds(
    Selected,
    st.lists(st.sampled_from(["a", "b", "c"]), unique=True, max_size=2).map(tuple),
    NAMES,
    st.sampled_from(["", "x", "y"]),
)


@given(st.lists(CASES, max_size=30))
@settings(deadline=None, derandomize=True)
def test_ranges_and_sums(judged: list[Selected]) -> None:
    score = selection_score(judged, {"a", "b", "c"})
    rates = [*score.per_tool.values(), *score.per_category.values(), score.micro]
    assert all(0 <= value <= 1 for one in rates for value in (one.precision, one.recall, one.f1))
    assert sum(score.confusion.values()) == score.cases == len(judged)
    assert score.micro.true_positive == score.right
    assert score.right + sum(score.errors.values()) == score.cases
    assert selection_score(judged[::-1], ["c", "b", "a"]) == score
