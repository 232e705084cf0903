"""The loop: what is asked, how often, in which order, and what is kept."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.scripted import Scripted, always, file, job
from toolwatch.errors import ModelError, UsageError
from toolwatch.model.trial import Ask, Choice, Edition
from toolwatch.runner import (
    AnswerStore,
    Budget,
    Job,
    Ledger,
    Options,
    Prices,
    Progress,
    Unavailable,
    Unreadable,
    run,
)

QUICK = Options(first_wait=0.0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[AnswerStore]:
    with AnswerStore(file(tmp_path)) as opened:
        yield opened


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Waits that were asked for; none of them is waited."""
    asked: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        asked.append(seconds)
        await real(0)

    monkeypatch.setattr("toolwatch.runner.engine.asyncio.sleep", sleep)
    return asked


def jobs(count: int, repeats: int = 1) -> list[Job]:
    return [job(f"case {number}", repeat) for number in range(count) for repeat in range(repeats)]


def test_trials_stand_in_the_order_of_the_jobs_with_tokens_and_time(store: AnswerStore) -> None:
    provider = Scripted(lambda ask, _: Choice(ask.messages[-1].content, tokens_in=7, tokens_out=2, seconds=0.5))
    trials = run(jobs(20), provider, store)
    assert [trial.case for trial in trials] == [f"case {number}" for number in range(20)]
    assert all(trial.choice == Choice(trial.case, tokens_in=7, tokens_out=2, seconds=0.5) for trial in trials)
    assert {trial.model for trial in trials} == {"scripted:script"}
    assert provider.closed == 1


def test_no_more_than_the_set_number_at_once(store: AnswerStore) -> None:
    provider = Scripted(always("refund"))
    run(jobs(30), provider, store, options=Options(concurrency=3))
    assert provider.most_at_once == 3


def test_what_is_stored_is_not_asked_again(store: AnswerStore) -> None:
    run(jobs(5, repeats=2), Scripted(always("refund")), store)
    provider = Scripted(always("return"))
    ledger = Ledger()
    trials = run(jobs(5, repeats=3), provider, store, ledger=ledger)
    assert Counter(trial.choice.tool for trial in trials if trial.choice) == {"refund": 10, "return": 5}
    assert [trial.stored for trial in trials] == [True, True, False] * 5
    assert (ledger.calls, ledger.stored, len(provider.calls)) == (5, 10, 5)


def test_the_same_question_is_asked_once_even_at_the_same_time(store: AnswerStore) -> None:
    provider = Scripted(always("refund"))
    same = [job("lost", edition=edition) for edition in Edition for _ in range(5)]
    trials = run(same, provider, store, options=Options(concurrency=10))
    assert len(provider.calls) == 1
    assert len(trials) == 10
    assert [trial.stored for trial in trials].count(False) == 1


def test_no_jobs_need_no_provider(store: AnswerStore) -> None:
    provider = Scripted(always("refund"))
    assert run([], provider, store) == ()
    assert provider.closed == 0


@pytest.mark.parametrize(
    ("failure", "calls"),
    [
        pytest.param(Unreadable("empty"), 3, id="an answer that cannot be read"),
        pytest.param(Unreadable("cut", again=False), 1, id="one that will be the same again"),
        pytest.param(Unavailable("HTTP 500"), 3, id="a broken server"),
        pytest.param(Unavailable("HTTP 400", again=False), 1, id="a request that is refused"),
        pytest.param(Unavailable("HTTP 429", retry_after=61.0), 1, id="a wait that is too long"),
    ],
)
def test_tries(failure: Exception, calls: int, store: AnswerStore, waits: list[float]) -> None:
    provider = Scripted(lambda ask, _: failure)
    (trial,) = run([job("lost")], provider, store)
    assert trial.choice is None
    assert trial.error == str(failure)
    assert len(provider.calls) == calls
    assert store.get(trial.key, 0) is None


def test_the_third_try_may_succeed(store: AnswerStore) -> None:
    provider = Scripted(lambda ask, attempt: Choice("refund") if attempt == 3 else Unreadable("empty"))
    (trial,) = run([job("lost")], provider, store)
    assert trial.choice == Choice("refund")


def test_a_wait_that_the_endpoint_asks_for_is_kept_by_all(store: AnswerStore, waits: list[float]) -> None:
    def script(ask: Ask, attempt: int) -> Choice | Exception:
        first = ask.messages[-1].content == "case 0" and attempt == 1
        return Unavailable("HTTP 429", retry_after=0.02) if first else Choice("refund")

    trials = run(jobs(3), Scripted(script), store, options=Options(concurrency=1))
    assert all(trial.choice for trial in trials)
    assert 0.02 in waits


def test_waits_double_and_do_not_change_from_run_to_run(tmp_path: Path, waits: list[float]) -> None:
    seen = []
    for name in ("one", "two"):
        with AnswerStore(tmp_path / name) as opened:
            run([job("lost")], Scripted(lambda ask, _: Unavailable("HTTP 500")), opened)
        seen.append([wait for wait in waits if wait])
        waits.clear()
    first, second = seen
    assert first == second
    assert 0.5 <= first[0] <= 1.0 <= first[1] <= 2.0


def test_what_fails_for_all_stops_the_run(store: AnswerStore) -> None:
    provider = Scripted(lambda ask, _: Unavailable("HTTP 401 (the key is refused)", hopeless=True))
    trials = run(jobs(50), provider, store, options=Options(concurrency=2))
    assert len(provider.calls) <= 2
    assert all("the key is refused" in trial.error for trial in trials)


@pytest.mark.parametrize("concurrency", [1, 5])
def test_an_endpoint_that_never_answers_is_given_up(concurrency: int, store: AnswerStore) -> None:
    provider = Scripted(lambda ask, _: Unavailable("the connection failed"))
    options = Options(concurrency=concurrency, first_wait=0.0)
    trials = run(jobs(100), provider, store, options=options)
    assert len(provider.calls) <= 3 * (10 + concurrency)
    assert trials[-1].error == "not asked: 10 questions in a row got no answer (the connection failed)"


def test_one_that_answers_now_and_then_is_not(store: AnswerStore) -> None:
    def script(ask: Ask, _: int) -> Choice | Exception:
        return Choice("refund") if ask.messages[-1].content[-1] in "49" else Unavailable("HTTP 500")

    trials = run(jobs(60), Scripted(script), store, options=QUICK)
    assert sum(trial.choice is not None for trial in trials) == 12


def test_a_request_that_is_refused_is_no_sign_of_a_dead_endpoint(store: AnswerStore) -> None:
    provider = Scripted(lambda ask, _: Unavailable("HTTP 400", again=False))
    run(jobs(60), provider, store, options=QUICK)
    assert len(provider.calls) == 60


def test_a_provider_that_cannot_be_used_is_an_error_and_not_a_trial(store: AnswerStore) -> None:
    class Keyless(Scripted):
        def prepare(self) -> None:
            raise ModelError("no key")

    provider = Keyless(always("refund"))
    with pytest.raises(ModelError, match="no key"):
        run(jobs(5), provider, store)
    assert provider.closed == 1


def test_stored_answers_need_no_key(store: AnswerStore) -> None:
    run(jobs(5), Scripted(always("refund")), store)

    class Keyless(Scripted):
        def prepare(self) -> None:
            raise ModelError("no key")

    assert all(trial.stored for trial in run(jobs(5), Keyless(always("refund")), store))


def test_a_surprise_is_not_swallowed(store: AnswerStore) -> None:
    provider = Scripted(lambda ask, _: ZeroDivisionError("bug"))
    with pytest.raises(ZeroDivisionError):
        run(jobs(5), provider, store)
    assert provider.closed == 1


@pytest.mark.parametrize("concurrency", [1, 7])
@pytest.mark.parametrize(
    ("budget", "most"),
    [
        pytest.param(Budget(calls=10), 10, id="calls"),
        pytest.param(Budget(calls=0), 0, id="none"),
        pytest.param(Budget(tokens=4000), 36, id="tokens"),
        pytest.param(Budget(money=0.04), 36, id="money"),
    ],
)
def test_a_budget_is_never_exceeded(budget: Budget, most: int, concurrency: int, store: AnswerStore) -> None:
    provider = Scripted(lambda ask, _: Choice("refund", tokens_in=100, tokens_out=10), max_tokens=128)
    ledger = Ledger(budget, Prices(10.0, 10.0))
    trials = run(jobs(100), provider, store, options=Options(concurrency=concurrency), ledger=ledger)
    assert len(provider.calls) == ledger.calls <= most
    assert budget.tokens is None or ledger.spent_tokens <= budget.tokens
    assert budget.money is None or ledger.money <= budget.money
    assert all(trial.error.startswith("not asked: the budget of") for trial in trials if not trial.choice)
    assert sum(trial.choice is not None for trial in trials) == ledger.calls
    assert budget.calls is not None or ledger.calls > most / 2


def test_tries_count_against_the_budget(store: AnswerStore) -> None:
    provider = Scripted(lambda ask, _: Unreadable("empty"))
    trials = run(jobs(5), provider, store, options=QUICK, ledger=Ledger(Budget(calls=4)))
    assert len(provider.calls) == 4
    assert all(trial.choice is None for trial in trials)


def test_what_may_have_been_charged_is_entered_in_full(store: AnswerStore) -> None:
    ledger = Ledger()
    run(
        [job("lost")], Scripted(lambda ask, _: Unavailable("timed out", again=False, billed=True)), store, ledger=ledger
    )
    assert ledger.spent_tokens > 256
    ledger = Ledger()
    run([job("lost")], Scripted(lambda ask, _: Unavailable("HTTP 500", again=False)), store, ledger=ledger)
    assert ledger.spent_tokens == 0


def test_progress_is_told_after_each_trial(store: AnswerStore) -> None:
    run(jobs(2), Scripted(always("refund")), store)
    seen: list[Progress] = []
    script = Scripted(lambda ask, _: Choice("refund") if ask.messages[-1].content != "case 3" else Unreadable("x"))
    run(jobs(4), script, store, options=Options(concurrency=1), progress=seen.append)
    assert [(one.done, one.total, one.stored, one.failed) for one in seen] == [
        (1, 4, 1, 0),
        (2, 4, 2, 0),
        (3, 4, 2, 0),
        (4, 4, 2, 1),
    ]
    assert seen[0].seconds_left is None
    assert seen[2].seconds_left is not None
    assert seen[-1].seconds_left == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_what_is_under_way_and_the_next_run_goes_on(number: signal.Signals, store: AnswerStore) -> None:
    before = signal.getsignal(number)

    def script(ask: Ask, _: int) -> Choice:
        if ask.messages[-1].content == "case 4":
            os.kill(os.getpid(), number)
        return Choice("refund")

    provider = Scripted(script)
    with pytest.raises(KeyboardInterrupt):
        run(jobs(50), provider, store, options=Options(concurrency=2))
    paid = len(provider.calls)
    assert 5 <= paid <= 8
    assert sum(1 for _ in store.everything()) == paid
    assert signal.getsignal(number) is before
    rest = Scripted(always("refund"))
    trials = run(jobs(50), rest, store)
    assert len(rest.calls) == 50 - paid
    assert all(trial.choice for trial in trials)


def test_ctrl_c_does_not_wait_for_a_pause(store: AnswerStore) -> None:
    def script(ask: Ask, _: int) -> Choice | Exception:
        if ask.messages[-1].content == "case 0":
            return Unavailable("HTTP 429", retry_after=50.0)
        os.kill(os.getpid(), signal.SIGINT)
        return Choice("refund")

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(jobs(5), Scripted(script), store, options=Options(concurrency=2))
    assert time.monotonic() - started < 20
    assert sum(1 for _ in store.everything()) == 1


@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_does_not_wait(second: signal.Signals, store: AnswerStore) -> None:
    class Stuck(Scripted):
        async def choose(self, ask: Ask) -> Choice:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(0.01)
            os.kill(os.getpid(), second)
            await asyncio.Event().wait()
            raise AssertionError

    with pytest.raises(KeyboardInterrupt):
        run(jobs(3), Stuck(always("refund")), store, options=Options(concurrency=1))


def test_a_full_disk_ends_the_run_in_one_line(store: AnswerStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise UsageError("answers.sqlite: cannot keep an answer: database or disk is full")

    monkeypatch.setattr(store, "put", full)
    provider = Scripted(always("refund"))
    with pytest.raises(UsageError, match="disk is full"):
        run(jobs(50), provider, store, options=Options(concurrency=2))
    assert len(provider.calls) <= 4
    assert provider.closed == 1
