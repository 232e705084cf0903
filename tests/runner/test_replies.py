"""Replies with a wrong value in every place: an answer or one line, never a traceback, never less than was spent."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runner.endpoint import Reply, serving
from tests.runner.exchange import NAMES, QUICK, ask_of, asked, exchange, provider_at
from tests.runner.scripted import file
from toolwatch import runner
from toolwatch.model.trial import Choice, Edition
from toolwatch.runner.failures import Unreadable
from toolwatch.runner.providers.command import Command
from toolwatch.runner.reply import arguments
from toolwatch.runner.sdk import retry_after
from toolwatch.runner.sound import called, checked, count

pytestmark = pytest.mark.usefixtures("no_real_account")

HOLE = "put it here"
DEEP = "[" * 5_000
WRONG = {
    "null": "null",
    "true": "true",
    "less than 0": "-1000000",
    "no number": "NaN",
    "endless": "1e999",
    "5000 digits": "9" * 5000,
    "4000 digits": "9" * 4000,
    "a text": '"50"',
    "half a pair": r'"\ud800"',
    "deep text": json.dumps(DEEP),
    "a list": "[1]",
    "an object": '{"a": 1}',
    "deep": DEEP + "]" * 5_000,
    "nearly too deep for Python": "[" * 900 + "]" * 900,
    "deeper than is kept": "[" * 150 + "]" * 150,
}


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in items:
        yield from places(part, (*at, name))


def holed(value: Any, at: tuple[Any, ...]) -> Any:
    if not at:
        return HOLE
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = holed(value[at[0]], at[1:])
    return copy


def wrong_replies(reply: Any) -> list[bytes]:
    return [
        json.dumps(holed(reply, at)).replace(json.dumps(HOLE), value).encode()
        for at in places(reply)
        for value in WRONG.values()
    ] + [DEEP.encode(), b"9" * 5000 + b"}"]


@pytest.mark.sample
@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings", "ignore:.* is not a valid FinishReason")
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_value_anywhere_is_an_answer_or_one_line(name: str, tmp_path: Path) -> None:
    replies = wrong_replies(exchange(name)["reply"])
    jobs = [runner.Job("shop", "lamp", Edition.AFTER, number, ask_of(exchange(name))) for number in range(len(replies))]
    ledger = runner.Ledger()
    with (
        serving(lambda number, body: Reply(replies[number - 1])) as endpoint,
        runner.AnswerStore(file(tmp_path)) as store,
    ):
        options = runner.Options(tries=1, concurrency=1, give_up=len(jobs))
        trials = runner.run(jobs, provider_at(name, endpoint), store, options=options, ledger=ledger)
        kept = [store.get(trial.key, trial.repeat) for trial in trials]
    assert len(endpoint.requests) == ledger.calls == len(jobs)
    assert ledger.tokens_in >= 0
    assert ledger.tokens_out >= 0
    for trial, stored in zip(trials, kept, strict=True):
        assert "\n" not in trial.error
        assert (trial.choice is None) is bool(trial.error)
        # NaN among the arguments is not equal to itself
        assert repr(stored) == repr(trial.choice)
        assert trial.choice is None or checked(trial.choice)
        assert trial.chosen in ("", "none", "shop.refund", "50 (no such tool)", "\ud800 (no such tool)", DEEP + TOLD)


ERROR = {"error": {"message": "m", "code": "c", "type": "t", "status": "s", "details": []}, "message": "m"}


@pytest.mark.sample
@pytest.mark.parametrize("status", [400, 500])
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_value_in_an_error_is_one_line(name: str, status: int, tmp_path: Path) -> None:
    bodies = wrong_replies(ERROR)
    jobs = [runner.Job("shop", "lamp", Edition.AFTER, number, ask_of(exchange(name))) for number in range(len(bodies))]
    with (
        serving(lambda number, body: Reply(bodies[number - 1], status)) as endpoint,
        runner.AnswerStore(file(tmp_path)) as store,
    ):
        options = runner.Options(tries=1, concurrency=1, give_up=2 * len(jobs))
        trials = runner.run(jobs, provider_at(name, endpoint), store, options=options)
    assert len(endpoint.requests) == len(jobs)
    for trial in trials:
        assert trial.error
        assert "\n" not in trial.error


TOLD = " (no such tool)"


@pytest.mark.parametrize("name", NAMES)
def test_counts_that_are_none_do_not_lower_the_ledger(name: str, tmp_path: Path) -> None:
    text = json.dumps(exchange(name)["reply"])
    wrong = _counts_replaced(json.loads(text), -1_000_000)
    trial, _ = asked(name, lambda number, body: Reply(wrong), tmp_path)
    assert trial.error == ""
    assert trial.choice is not None
    assert (trial.choice.tokens_in, trial.choice.tokens_out) == (0, 0)


@pytest.mark.parametrize("wrong", [-1_000_000, "50", [1], {"a": 1}, None, 10**400], ids=lambda wrong: str(wrong)[:9])
def test_an_endpoint_that_tells_no_count_does_not_get_more_than_the_budget(wrong: Any, tmp_path: Path) -> None:
    reply = _counts_replaced(exchange("openai")["reply"], wrong)
    jobs = [runner.Job("shop", "lamp", Edition.AFTER, number, ask_of(exchange("openai"))) for number in range(20)]
    with serving(lambda number, body: Reply(reply)) as endpoint, runner.AnswerStore(file(tmp_path)) as store:
        ledger = runner.Ledger(runner.Budget(tokens=10_000))
        runner.run(jobs, provider_at("openai", endpoint), store, options=QUICK, ledger=ledger)
    assert 0 < len(endpoint.requests) < 10
    assert ledger.spent_tokens <= 10_000


@pytest.mark.sample
def test_a_wrong_value_in_a_program_s_answer_is_an_answer_or_one_line() -> None:
    said = {"tool": "a", "arguments": {"x": 1}, "text": "t", "probabilities": {"a": 0.5}, "tokens_in": 5}
    provider = Command(runner.Setup("m"))
    read = 0
    for body in wrong_replies(said):
        with contextlib.suppress(Unreadable):
            checked(provider._read(body, ask_of(exchange("openai")), 0.0))
            read += 1
    assert read > 20


SCORES = {"scores": {"shop_refund": {"p": 0.5}}}


@pytest.mark.sample
def test_wrong_scores_are_scores_or_one_line_and_nothing_is_paid_for(tmp_path: Path) -> None:
    right = Reply(exchange("openai")["reply"])
    job = runner.Job("shop", "lamp", Edition.AFTER, 0, ask_of(exchange("openai")))
    for number, body in enumerate(wrong_replies(SCORES)):
        replies = [Reply(body), right]  # the scores are asked for first
        with (
            serving(lambda turn, _, replies=replies: replies[turn - 1]) as endpoint,  # type: ignore[misc]
            runner.AnswerStore(tmp_path / f"{number}") as store,
        ):
            provider = provider_at("openai", endpoint, score_url=f"{endpoint.url}/score")
            (trial,) = runner.run([job], provider, store, options=runner.Options(tries=1))
        assert (trial.choice is None) is bool(trial.error) is (len(endpoint.requests) == 1)


def _counts_replaced(value: Any, by: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: by if type(part) is int and ("oken" in name or "eval" in name) else _counts_replaced(part, by)
            for name, part in value.items()
        }
    return [_counts_replaced(part, by) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("value", "tokens"),
    [(0, 0), (7, 7), (-1, 0), (True, 0), (1.5, 0), ("50", 0), ([1], 0), ({"a": 1}, 0), (None, 0), (10**400, 0)],
    ids=repr,
)
def test_a_count_is_a_whole_number_from_0(value: Any, tokens: int) -> None:
    assert count(value) == tokens


@pytest.mark.parametrize(
    ("value", "said"),
    [
        pytest.param("hi", "hi", id="a text"),
        pytest.param(None, "", id="nothing"),
        pytest.param(5, "", id="a number"),
        pytest.param({"text": "hi"}, "", id="an object"),
        pytest.param([], "", id="no parts"),
        pytest.param([{"type": "text", "text": "h"}, {"type": "image"}, 5, {"text": "i"}], "hi", id="parts"),
    ],
)
@pytest.mark.parametrize("calls", [True, False])
def test_what_an_endpoint_says_as_parts_is_text(value: Any, said: str, calls: bool, tmp_path: Path) -> None:
    call = {"function": {"name": "shop_refund", "arguments": "{}"}}
    reply = {"choices": [{"message": {"content": value, "tool_calls": [call] if calls else []}}]}
    trial, _ = asked("openai", lambda number, body: Reply(reply), tmp_path)
    if calls or said:
        assert trial.choice is not None
        assert (trial.choice.tool, trial.choice.text) == ("shop.refund" if calls else None, said)
    else:
        assert trial.error == "an empty reply: neither a call nor a word"


@pytest.mark.parametrize("value", [None, "", 5, True, ["add"], {"name": "add"}], ids=repr)
def test_what_is_no_name_does_not_become_one(value: Any) -> None:
    with pytest.raises(TypeError, match="without a tool's name"):
        called(value)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        pytest.param('{"a": 1}', {"a": 1}, id="JSON"),
        pytest.param('{"a": ', '{"a": ', id="cut"),
        pytest.param(DEEP, DEEP, id="deep and cut"),
        pytest.param("[" * 150 + "]" * 150, "[" * 150 + "]" * 150, id="deep"),
        pytest.param("9" * 5000, "9" * 5000, id="5000 digits"),
        pytest.param("[" * 50 + "]" * 50, json.loads("[" * 50 + "]" * 50), id="not deep"),
    ],
)
def test_arguments_that_cannot_be_read_stay_the_text_that_came(text: str, read: Any) -> None:
    assert arguments(text) == read


BAD: dict[str, dict[str, Any]] = {
    "tool": {"tool": {"a": 1}},
    "arguments": {"arguments": json.loads("[" * 150 + "]" * 150)},
    "text": {"text": None},
    "probabilities": {"probabilities": {"add": float("nan")}},
    "tokens": {"tokens_in": -1},
    "seconds": {"seconds": float("inf")},
}


@pytest.mark.parametrize("field", BAD)
def test_each_field_of_a_choice_is_checked(field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field} is not what it must be$"):
        checked(Choice(**{"tool": "add", **BAD[field]}))


@pytest.mark.parametrize(
    "said",
    [
        "Wed, 21 Oct 99999 07:28:00 GMT",
        "Wed, 21 Oct 99999 25:00:00 GMT",
        "Wed, 99 Foo 99999999999 25:00:00 GMT",
        "Wed, 21 Oct 2015 99:99:99 +99999999999999999999",
        "9" * 5000,
        "nan",
        "-5",
        "soon",
        "",
        ",",
        "é",
    ],
)
@pytest.mark.parametrize("header", ["Retry-After", "retry-after-ms"])
def test_a_wait_that_is_none_is_none_or_not_below_0(header: str, said: str) -> None:
    wait = retry_after({header: said})
    assert wait is None or wait >= 0


def test_a_wrong_wait_of_an_endpoint_is_one_line(tmp_path: Path) -> None:
    slow = Reply({"error": {"message": "slow"}}, 429, {"Retry-After": "Wed, 21 Oct 99999 07:28:00 GMT"})
    trial, _ = asked("openai", lambda number, body: slow, tmp_path, options=QUICK)
    assert trial.error.startswith("HTTP 429")
