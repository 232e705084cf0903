"""Every provider against a local server that speaks its API, over HTTP and through its own package."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.runner.endpoint import Reply, serving
from tests.runner.exchange import KEY, NAMES, OFFLINE, QUICK, ask_of, asked, exchange, provider_at
from tests.runner.scripted import file
from toolwatch import runner
from toolwatch.errors import UsageError
from toolwatch.model.evidence import SINGLE
from toolwatch.model.outcome import Status
from toolwatch.model.trial import Choice, Edition
from toolwatch.pipeline.rerun.asking import standing

pytestmark = pytest.mark.usefixtures("no_real_account")


def said(choice: Choice | None) -> dict[str, Any]:
    assert choice is not None
    return {name: getattr(choice, name) for name in ("tool", "arguments", "text", "tokens_in", "tokens_out")}


def test_every_provider_has_an_exchange() -> None:
    assert set(NAMES) | OFFLINE == set(runner.provider_names())


@pytest.mark.parametrize("name", NAMES)
def test_sends_what_the_api_takes_and_reads_the_first_call(name: str, tmp_path: Path) -> None:
    data = exchange(name)
    trial, endpoint = asked(name, lambda number, body: Reply(data["reply"]), tmp_path)
    assert trial.error == ""
    assert said(trial.choice) == data["choice"]
    assert endpoint.requests == [(data["path"], data["request"])]


@pytest.mark.parametrize("name", NAMES)
def test_notes_what_it_converted(name: str) -> None:
    data = exchange(name)
    ask = ask_of(data)
    provider = runner.load_provider(name, model="m-1", url="http://127.0.0.1:9")
    assert list(provider.conversions(ask.tools)) == data["notes"]


def odd() -> Iterator[Any]:
    for name in NAMES:
        for kind in exchange(name)["odd"]:
            yield pytest.param(name, kind, id=f"{name}-{kind}")


@pytest.mark.parametrize(("name", "kind"), list(odd()))
def test_odd_replies(name: str, kind: str, tmp_path: Path) -> None:
    case = exchange(name)["odd"][kind]
    trial, endpoint = asked(name, lambda number, body: Reply(case["reply"]), tmp_path)
    if "choice" in case:
        assert said(trial.choice) == case["choice"]
        assert len(endpoint.requests) == 1
    else:
        assert trial.choice is None
        assert case["error"] in trial.error
        assert len(endpoint.requests) == (1 if case.get("once") else 3)


NOT_READ = {"empty", "silent", "shapeless", "cut", "failed", "blocked", "early"}


@pytest.mark.parametrize(("name", "kind"), list(odd()))
def test_the_verdict_on_an_odd_reply_after_a_right_one(name: str, kind: str, tmp_path: Path) -> None:
    data = exchange(name)
    replies = [data["reply"], data["odd"][kind]["reply"]]
    ask = ask_of(data)
    after = replace(ask, system=f"{ask.system} Now.")
    contest = runner.Contest("shop", "lamp", ask, after, lambda tool: tool == "shop.refund")
    with (
        serving(lambda number, body: Reply(replies[number > 1])) as endpoint,
        runner.AnswerStore(file(tmp_path)) as store,
    ):
        provider = provider_at(name, endpoint)
        options = replace(QUICK, concurrency=1)
        trials = runner.settle([contest], provider, store, design=SINGLE, options=options)
    expected = Status.NO_VERDICT if kind in NOT_READ else Status.REGRESSED
    assert standing(trials, contest.right, SINGLE) is expected


@pytest.mark.parametrize("name", NAMES)
def test_a_call_written_as_text_can_be_held_unreadable(name: str, tmp_path: Path) -> None:
    reply = exchange(name)["odd"]["written"]["reply"]
    trial, endpoint = asked(name, lambda number, body: Reply(reply), tmp_path, text_call=runner.TextCall.UNPARSED)
    assert trial.error == "the reply writes a call of return as text instead of making it"
    assert len(endpoint.requests) == 1


MISHAPS = {
    "rate limit": (Reply({"error": {"message": "slow down"}}, 429, {"Retry-After": "0"}), "HTTP 429"),
    "broken server": (Reply({"error": {"message": "oops"}}, 500), "HTTP 500"),
    "an HTML page": (Reply(b"<html>bad gateway</html>", 502), "HTTP 502"),
    "no JSON": (Reply(b'{"id": "x", "choices": [{"mess'), "the reply"),
    "nothing": (Reply(b""), "the reply"),
    "not UTF-8": (Reply(b'"\xff\xfe\xfa"'), "the reply"),
    "cut in half": (Reply({"filler": "x" * 2000}, cut=True), "the "),
}


@pytest.mark.parametrize("name", NAMES)
def test_what_passes_is_tried_again(name: str, tmp_path: Path) -> None:
    bad = [MISHAPS["rate limit"][0], MISHAPS["cut in half"][0]]
    reply = exchange(name)["reply"]
    trial, endpoint = asked(name, lambda number, body: [*bad, Reply(reply)][number - 1], tmp_path)
    assert trial.error == ""
    assert said(trial.choice) == exchange(name)["choice"]
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize("mishap", MISHAPS)
@pytest.mark.parametrize("name", NAMES)
def test_what_stays_is_no_verdict_after_three_tries(name: str, mishap: str, tmp_path: Path) -> None:
    bad, words = MISHAPS[mishap]
    trial, endpoint = asked(name, lambda number, body: bad, tmp_path)
    assert trial.choice is None
    assert words in trial.error
    assert "\n" not in trial.error
    assert len(endpoint.requests) == 3


NEVER = {"silent": Reply(silent=True), "a drip now and then": Reply(drips=True)}


@pytest.mark.parametrize("kind", NEVER)
@pytest.mark.parametrize("name", NAMES)
def test_an_endpoint_that_never_ends_is_given_up_and_may_have_cost_something(
    name: str, kind: str, tmp_path: Path
) -> None:
    with serving(lambda number, body: NEVER[kind]) as endpoint, runner.AnswerStore(file(tmp_path)) as store:
        ledger = runner.Ledger()
        jobs = [runner.Job("shop", "lamp", Edition.AFTER, 0, ask_of(exchange(name)))]
        provider = provider_at(name, endpoint, timeout=0.2)
        (trial,) = runner.run(jobs, provider, store, options=QUICK, ledger=ledger)
    assert trial.error == "no answer within 0.2 s"
    assert (ledger.calls, len(endpoint.requests)) == (3, 3)
    assert ledger.tokens_in > 0
    assert ledger.tokens_out == 3 * provider.setup.max_tokens


def test_scores_that_never_end_are_given_up(tmp_path: Path) -> None:
    with serving(lambda number, body: Reply(drips=True)) as scores:
        reply = exchange("openai")["reply"]
        score_url = f"{scores.url}/score"
        trial, endpoint = asked("openai", lambda number, body: Reply(reply), tmp_path, timeout=0.2, score_url=score_url)
    assert trial.error == "no answer within 0.2 s"
    assert endpoint.requests == []


@pytest.mark.parametrize("status", [400, 401, 403, 404])
@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_pass_is_asked_once_and_never_shows_the_key(name: str, status: int, tmp_path: Path) -> None:
    body = {"error": {"message": f"the key {KEY} is no good"}, "message": f"the key {KEY} is no good"}
    trial, endpoint = asked(name, lambda number, _: Reply(body, status), tmp_path)
    assert f"HTTP {status}" in trial.error
    assert len(endpoint.requests) == 1
    if name != "bedrock":
        assert KEY not in trial.error
        assert any(KEY in value for value in endpoint.headers[0].values())


@pytest.mark.parametrize("name", NAMES)
def test_an_endpoint_that_is_not_there(name: str, tmp_path: Path) -> None:
    with serving(lambda number, body: Reply({})) as endpoint:
        pass
    with runner.AnswerStore(file(tmp_path)) as store:
        jobs = [runner.Job("shop", "lamp", Edition.AFTER, 0, ask_of(exchange(name)))]
        (trial,) = runner.run(jobs, provider_at(name, endpoint), store, options=QUICK)
    assert "connection failed" in trial.error


@pytest.mark.parametrize("name", NAMES)
def test_a_long_wait_is_not_waited_for(name: str, tmp_path: Path) -> None:
    slow = Reply({"error": {"message": "tomorrow"}}, 429, {"Retry-After": "86400"})
    trial, endpoint = asked(name, lambda number, body: slow, tmp_path)
    assert "HTTP 429" in trial.error
    assert len(endpoint.requests) == 1


def test_fields_that_ollama_s_package_does_not_take_are_named_at_once() -> None:
    with pytest.raises(UsageError, match=r"extra\.cache_prompt: it takes format, keep_alive, options, think"):
        runner.load_provider("ollama", model="m", extra={"cache_prompt": False})


def test_options_of_ollama_are_added_and_a_required_call_is_noted(tmp_path: Path) -> None:
    required: dict[str, Any] = {
        "tool_choice": runner.ToolChoice.REQUIRED,
        "extra": {"options": {"num_gpu": 0}, "keep_alive": "1m"},
    }
    reply = exchange("ollama")["reply"]
    trial, endpoint = asked("ollama", lambda number, body: Reply(reply), tmp_path, **required)
    assert trial.choice is not None
    assert endpoint.requests[0][1]["options"]["num_gpu"] == 0
    assert endpoint.requests[0][1]["keep_alive"] == "1m"
    provider = runner.load_provider("ollama", model="m", **required)
    assert provider.conversions(())[0] == "tool_choice required is not known to Ollama's API: sent as auto"


@pytest.mark.parametrize(("name", "field"), [("gemini", "no_such_field"), ("bedrock", "noSuchField")])
def test_fields_that_a_package_refuses_are_said_without_asking(name: str, field: str, tmp_path: Path) -> None:
    trial, endpoint = asked(name, lambda number, body: Reply({}), tmp_path, extra={field: 1})
    assert trial.error.startswith("the request is not what ")
    assert field in trial.error
    assert "\n" not in trial.error
    assert endpoint.requests == []


def test_a_temperature_for_an_older_model_is_sent_though_the_package_does_not_know_it(tmp_path: Path) -> None:
    reply = exchange("anthropic")["reply"]
    _, endpoint = asked("anthropic", lambda number, body: Reply(reply), tmp_path, temperature=0.0)
    assert endpoint.requests[0][1]["temperature"] == 0.0


def test_a_temperature_can_be_left_out(tmp_path: Path) -> None:
    reply = exchange("openai")["reply"]
    _, endpoint = asked("openai", lambda number, body: Reply(reply), tmp_path, temperature="default", seed=None)
    assert not {"temperature", "seed"} & set(endpoint.requests[0][1])


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("openai", Reply({"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}, 429)),
        ("anthropic", Reply({"error": {"message": "Your credit balance is too low to access the API"}}, 400)),
    ],
    ids=["openai", "anthropic"],
)
def test_an_account_without_money_is_asked_once(name: str, reply: Reply, tmp_path: Path) -> None:
    jobs = [runner.Job("s", str(n), Edition.AFTER, n, ask_of(exchange(name))) for n in range(5)]
    with serving(lambda number, body: reply) as endpoint, runner.AnswerStore(file(tmp_path)) as store:
        options = runner.Options(concurrency=1, first_wait=0.0)
        trials = runner.run(jobs, provider_at(name, endpoint), store, options=options)
    assert len(endpoint.requests) == 1
    assert all(trial.choice is None for trial in trials)
