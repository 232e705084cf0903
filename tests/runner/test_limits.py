"""Pace, back-off and the bound on what a call may cost."""

from email.utils import formatdate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runner.scripted import ask
from toolwatch.model.suite import Message
from toolwatch.model.tool import Tool
from toolwatch.model.trial import Ask
from toolwatch.runner import Budget, Ledger, Prices
from toolwatch.runner.holds import Hold, Sizes
from toolwatch.runner.limits import Pace, Window, backoff
from toolwatch.runner.sdk import retry_after


class Clock:
    """A loop's clock that moves only when somebody sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("toolwatch.runner.limits.asyncio.sleep", self.sleep)
        monkeypatch.setattr("toolwatch.runner.limits.asyncio.get_running_loop", lambda: self)

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize(
    ("requests", "tokens", "size", "starts"),
    [
        pytest.param(0, 0, 10, [0, 0, 0, 0, 0], id="no limit"),
        pytest.param(2, 0, 10, [0, 0, 60, 60, 120], id="requests a minute"),
        pytest.param(0, 25, 10, [0, 0, 60, 60, 120], id="tokens a minute"),
        pytest.param(0, 5, 10, [0, 60, 120, 180, 240], id="a call larger than the limit goes alone"),
    ],
)
def test_pace(requests: int, tokens: int, size: int, starts: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def go() -> list[float]:
        pace = Pace(requests, tokens)
        seen = []
        for _ in starts:
            await pace.turn(size)
            seen.append(clock.now - 1000)
        return seen

    coroutine = go()
    with pytest.raises(StopIteration) as caught:
        coroutine.send(None)
    assert caught.value.value == pytest.approx(starts)


def test_the_minute_goes_on_in_the_next_run(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    window = Window()

    async def go() -> float:
        for _ in range(3):
            await Pace(2, window=window).turn(1)
        return clock.now - 1000

    coroutine = go()
    with pytest.raises(StopIteration) as caught:
        coroutine.send(None)
    assert caught.value.value == 60


def test_a_pause_holds_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def go() -> float:
        pace = Pace()
        pace.pause(7)
        pace.pause(3)
        await pace.turn(1)
        return clock.now - 1000

    coroutine = go()
    with pytest.raises(StopIteration) as caught:
        coroutine.send(None)
    assert caught.value.value == 7


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.text(max_size=10), st.integers(1, 12), st.floats(0, 5))
def test_a_back_off_is_bounded_and_always_the_same(seed: str, attempt: int, first: float) -> None:
    wait = backoff(seed, attempt, first)
    assert wait == backoff(seed, attempt, first)
    most = min(first * 2**attempt, 20)
    assert most / 2 <= wait <= most


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"Retry-After-Ms": "250", "Retry-After": "9"}, 0.25),
        ({"Retry-After": "-3"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({}, None),
    ],
    ids=["seconds", "a part of one", "milliseconds", "negative", "no number", "a date gone by", "none"],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_retry_after_as_a_date_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolwatch.runner.sdk.time.time", lambda: 1_000_000.0)
    assert retry_after({"Retry-After": formatdate(1_000_030, usegmt=True)}) == 30.0


def test_a_call_is_never_larger_than_its_bytes_and_the_frame() -> None:
    sizes = Sizes()
    held = sizes.hold(ask("where is my parcel", system="You help."), 256)
    assert held.tokens_in > len("where is my parcel")
    assert held.tokens_out == 256


def test_what_one_answer_told_bounds_the_next_of_the_same_list() -> None:
    tools = (Tool.of("refund", "x" * 10_000),)
    sizes = Sizes()
    first, second = (Ask("", (Message("user", text),), tools) for text in ("one", "two and more"))
    assert sizes.hold(second, 256).tokens_in > 10_000
    sizes.learn(first, 2_500)
    assert 2_500 < sizes.hold(second, 256).tokens_in < 2_600
    other = Ask("", (Message("user", "two"),), (Tool.of("refund", "y" * 10_000),))
    assert sizes.hold(other, 256).tokens_in > 10_000


def test_a_ledger_gives_back_what_a_call_did_not_need() -> None:
    ledger = Ledger(Budget(tokens=1000, money=1.0), Prices(100.0, 1000.0))
    hold = Hold(600, 100)
    assert ledger.refusal(hold) == ""
    ledger.take(hold)
    assert "1000 tokens" in ledger.refusal(hold)
    ledger.settle(hold, 100, 10)
    assert ledger.refusal(hold) == ""
    assert ledger.money == pytest.approx(0.02)
    assert not ledger.busy


@pytest.mark.parametrize(
    ("budget", "told", "spent"),
    [
        pytest.param(Budget(), (500, 20), (500, 20), id="told"),
        pytest.param(Budget(), (0, 0), (0, 0), id="not told, no limit"),
        pytest.param(Budget(calls=5), (0, 0), (0, 0), id="not told, calls are limited"),
        pytest.param(Budget(tokens=5000), (500, 20), (500, 20), id="told, tokens are limited"),
        pytest.param(Budget(tokens=5000), (0, 0), (600, 100), id="not told, tokens are limited"),
        pytest.param(Budget(money=1.0), (0, 0), (600, 100), id="not told, money is limited"),
    ],
)
def test_a_call_of_unknown_size_counts_in_full_where_its_size_is_limited(
    budget: Budget, told: tuple[int, int], spent: tuple[int, int]
) -> None:
    assert Ledger(budget).cost(told, Hold(600, 100)) == spent
