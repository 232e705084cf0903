"""Several exit codes together are one of them, and the worst by what it says and not by its number."""

from itertools import permutations

import pytest

from toolwatch.cli.exits import Exit, of_several


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ((), Exit.PASS),
        ((Exit.PASS, Exit.NO_VERDICT), Exit.NO_VERDICT),
        ((Exit.NO_VERDICT, Exit.NOT_OBSERVED, Exit.PASS), Exit.NOT_OBSERVED),
        ((Exit.NOT_OBSERVED, Exit.GATE_FAILED, Exit.NO_VERDICT), Exit.GATE_FAILED),
        ((Exit.GATE_FAILED, Exit.USAGE, Exit.NOT_OBSERVED), Exit.USAGE),
    ],
)
def test_the_worst_counts_in_any_order(codes: tuple[Exit, ...], code: Exit) -> None:
    assert {of_several(order) for order in permutations(codes)} == {code}
