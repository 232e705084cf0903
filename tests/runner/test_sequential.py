"""The sequential test, through the engine and the store, on a provider of known probabilities."""

from pathlib import Path

import pytest

from tests.runner.scripted import TOOLS, Scripted, always, file, likely
from toolwatch.model.evidence import STANDARD, Design, weigh
from toolwatch.model.outcome import Status
from toolwatch.model.suite import Message
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Ask, Choice, Edition, Trial
from toolwatch.runner import AnswerStore, Contest, Unreadable, settle
from toolwatch.runner.ledger import Budget, Ledger

AFTER = (Tool.of("refund", "Pay money back, always."), TOOLS[1])


def contest(name: str) -> Contest:
    message = (Message("user", name),)
    return Contest("shop", name, Ask("", message, TOOLS), Ask("", message, AFTER), lambda tool: tool == "refund")


def statuses(trials: tuple[Trial, ...], names: list[str], design: Design = STANDARD) -> list[Status]:
    found = []
    for name in names:
        sides: list[dict[str, int]] = []
        for edition in Edition:
            counts: dict[str, int] = {}
            for trial in trials:
                if trial.case == name and trial.edition is edition and trial.choice:
                    counts[trial.choice.tool or "none"] = counts.get(trial.choice.tool or "none", 0) + 1
            sides.append(counts)
        found.append(weigh(sides[0], sides[1], lambda tool: tool == "refund", design).status)
    return found


def edition_of(ask: Ask) -> Edition:
    return Edition.BEFORE if ask.tools[0] is TOOLS[0] else Edition.AFTER


def simulate(before: float, after: float, cases: int, folder: Path) -> tuple[dict[Status, int], float]:
    names = [f"case {number}" for number in range(cases)]
    share = {Edition.BEFORE: before, Edition.AFTER: after}
    provider = Scripted(likely(lambda ask: share[edition_of(ask)], "refund", "return", f"{before} {after}"))
    provider.calls = _Uncounted()
    with AnswerStore(file(folder)) as store:
        trials = settle([contest(name) for name in names], provider, store)
    by_case: dict[str, list[Trial]] = {}
    for trial in trials:
        by_case.setdefault(trial.case, []).append(trial)
    counted = dict.fromkeys(Status, 0)
    for name, found in by_case.items():
        counted[statuses(tuple(found), [name])[0]] += 1
    return counted, len(trials) / cases / 2


class _Uncounted(list[Ask]):
    """Forgets what is appended, so that a long simulation stays linear."""

    def append(self, item: Ask) -> None:
        del item


@pytest.mark.sample
def test_a_clear_regression_is_called_in_99_of_100(tmp_path: Path) -> None:
    counted, calls = simulate(0.95, 0.05, 1000, tmp_path)
    assert counted[Status.REGRESSED] >= 990
    assert calls < 4.5


@pytest.mark.sample
def test_no_change_at_all_is_called_regressed_in_at_most_1_of_100(tmp_path: Path) -> None:
    counted, calls = simulate(0.8, 0.8, 1000, tmp_path)
    assert counted[Status.REGRESSED] <= 10
    assert calls < 8


@pytest.mark.parametrize(
    ("before", "after", "status", "calls"),
    [
        pytest.param("refund", "refund", Status.SAME, 2, id="always right"),
        pytest.param("refund", "return", Status.REGRESSED, 3, id="clear regression"),
        pytest.param("return", "refund", Status.FIXED, 3, id="clear fix"),
        pytest.param("return", "return", Status.SAME, 2, id="always wrong"),
        pytest.param("return", None, Status.MOVED, 3, id="from wrong to wrong"),
    ],
)
def test_a_clear_case_takes_two_or_three_calls_a_side(
    before: str, after: str | None, status: Status, calls: int, tmp_path: Path
) -> None:
    provider = Scripted(lambda ask, _: Choice(before if edition_of(ask) is Edition.BEFORE else after))
    with AnswerStore(file(tmp_path)) as store:
        trials = settle([contest("lost")], provider, store)
    assert statuses(trials, ["lost"]) == [status]
    assert len(provider.calls) == 2 * calls


def test_never_more_than_the_cap(tmp_path: Path) -> None:
    provider = Scripted(
        lambda ask, _: Choice("refund" if ask.repeat % 2 or edition_of(ask) is Edition.BEFORE else "return")
    )
    design = Design(most=5)
    with AnswerStore(file(tmp_path)) as store:
        trials = settle([contest("lost")], provider, store, design=design)
    assert statuses(trials, ["lost"], design) == [Status.UNSTABLE]
    assert len(provider.calls) == 10


def test_a_case_without_an_answer_is_not_asked_further(tmp_path: Path) -> None:
    provider = Scripted(lambda ask, _: Unreadable("empty"))
    with AnswerStore(file(tmp_path)) as store:
        trials = settle([contest("lost")], provider, store)
    assert {trial.error for trial in trials} == {"empty"}
    assert len(trials) == 4
    assert len(provider.calls) == 12


def test_a_list_is_asked_in_one_go_and_the_next_round_starts_with_the_last_list(tmp_path: Path) -> None:
    provider = Scripted(lambda ask, _: Choice("refund" if edition_of(ask) is Edition.BEFORE else "return"))
    with AnswerStore(file(tmp_path)) as store:
        settle([contest("lost"), contest("late")], provider, store)
    order = [edition_of(ask).value for ask in provider.calls]
    assert order == ["before"] * 4 + ["after"] * 4 + ["after"] * 2 + ["before"] * 2


def test_the_budget_holds_over_all_rounds(tmp_path: Path) -> None:
    provider = Scripted(lambda ask, _: Choice("refund" if edition_of(ask) is Edition.BEFORE else "return"))
    with AnswerStore(file(tmp_path)) as store:
        trials = settle([contest("lost"), contest("late")], provider, store, ledger=Ledger(Budget(calls=9)))
    assert len(provider.calls) == 9
    assert [trial.error for trial in trials if trial.error]
    assert all("the budget of 9 calls is spent" in trial.error for trial in trials if trial.error)


def test_a_deterministic_provider_is_asked_once_a_side(tmp_path: Path) -> None:
    from dataclasses import replace

    from toolwatch.model.trial import ModelInfo

    class Fixed(Scripted):
        @property
        def info(self) -> ModelInfo:
            return replace(super().info, deterministic=True)

    provider = Fixed(always("refund"))
    with AnswerStore(file(tmp_path)) as store:
        assert len(settle([contest("lost")], provider, store)) == 2
