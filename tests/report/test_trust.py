"""Every report says how many cases move without a cause under each model, or that nobody has measured it."""

from dataclasses import replace

import pytest

from tests.report.cases import MODEL
from tests.report.everything import EVERYTHING
from toolwatch.model.noise import Noise
from toolwatch.report import facts, phrase

(KNOWN,) = EVERYTHING.noise


@pytest.mark.parametrize(
    ("noise", "said"),
    [
        pytest.param(
            (KNOWN,),
            f"fragile under {MODEL}: 1 of 20 cases of helpdesk (5%), moved by at least one of 2 edits without meaning",
            id="measured",
        ),
        pytest.param(
            (replace(KNOWN, moved={}),),
            f"fragile under {MODEL}: 0 of 20 cases of helpdesk (0%), moved by at least one of 2 edits without meaning",
            id="none",
        ),
        pytest.param(
            (replace(KNOWN, tools="sha256:0"),),
            f"fragile under {MODEL}: 1 of 20 cases of helpdesk (5%), moved by at least one of 2 edits without meaning; "
            "measured on another edition of the list",
            id="stale",
        ),
        *(
            pytest.param(
                noise,
                f"how many cases of helpdesk under {MODEL} move without a cause is not known; toolwatch noise "
                "measures it",
                id=why,
            )
            for noise, why in (
                ((), "never"),
                ((replace(KNOWN, model="another"),), "another model"),
                ((replace(KNOWN, suite="another"),), "another suite"),
            )
        ),
    ],
)
def test_the_share_of_fragile_cases(noise: tuple[Noise, ...], said: str) -> None:
    assert [phrase.words(line) for line in facts.trust(replace(EVERYTHING, noise=noise))] == [said]


def test_nothing_is_said_of_a_model_that_was_not_asked() -> None:
    assert list(facts.trust(replace(EVERYTHING, outcomes=()))) == []
