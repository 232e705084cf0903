"""Margins: from log-probabilities, and from an endpoint that scores."""

import math
from pathlib import Path
from typing import Any

import pytest

from tests.runner.endpoint import Reply, serving
from tests.runner.scripted import ask, file
from toolwatch import runner
from toolwatch.model.tool import Json, Tool
from toolwatch.model.trial import Edition
from toolwatch.runner.chances import of_tokens

NAMES = ["issue_refund", "issue_credit", "start_return", "check_stock"]
SHOP = tuple(Tool.of(name, f"Does {name}.") for name in NAMES)


def token(text: str, chance: float, **others: float) -> dict[str, Any]:
    tops = [{"token": name, "logprob": math.log(p)} for name, p in {text: chance, **others}.items()]
    return {"token": text, "logprob": math.log(chance), "top_logprobs": tops}


@pytest.mark.parametrize(
    ("tokens", "called", "expected"),
    [
        pytest.param(
            [token('{"name": "', 1.0), token("start", 0.6, check=0.3, issue=0.1), token("_return", 1.0)],
            "start_return",
            {"start_return": 0.6, "check_stock": 0.3},
            id="told apart by the first token; one that leads to two tools is left out",
        ),
        pytest.param(
            [token("issue", 0.9, start=0.1), token("_ref", 0.75, _cred=0.25), token("und", 1.0)],
            "issue_refund",
            {"start_return": 0.1, "issue_credit": 0.225, "issue_refund": 0.675},
            id="told apart by the second token",
        ),
        pytest.param(
            [token(' "', 1.0), token("check_stock", 1.0)], "check_stock", {"check_stock": 1.0}, id="no alternative"
        ),
        pytest.param(
            [token('"st', 0.5, **{'"ch': 0.5}), token("art_return", 1.0)],
            "start_return",
            {"start_return": 0.5, "check_stock": 0.5},
            id="a token that begins before the name",
        ),
        pytest.param([token("hello", 1.0)], "start_return", {}, id="the name is not in the text"),
        pytest.param([], "start_return", {}, id="nothing"),
    ],
)
def test_of_tokens(tokens: list[Json], called: str, expected: dict[str, float]) -> None:
    assert of_tokens(tokens, called, NAMES) == pytest.approx(expected)


def test_of_tokens_where_one_name_begins_another() -> None:
    names = ["get", "get_all"]
    found = of_tokens([token("get", 0.8), token('"', 0.7, _all=0.3)], "get", names)
    assert found == pytest.approx({"get": 0.56, "get_all": 0.24})


def reply(**more: Json) -> Json:
    call = {"id": "c", "type": "function", "function": {"name": "start_return", "arguments": "{}"}}
    choice = {"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [call]}, **more}
    return {"id": "x", "choices": [choice], "usage": {"prompt_tokens": 1, "completion_tokens": 1}}


def asked(script: Any, folder: Path, **fields: Any) -> tuple[Any, Any, runner.Ledger]:
    ledger = runner.Ledger()
    with serving(script) as endpoint, runner.AnswerStore(file(folder)) as store:
        if "score_url" in fields:
            fields["score_url"] = endpoint.url + fields["score_url"]
        provider = runner.load_provider("openai", model="m", url=endpoint.url + "/v1", **fields)
        jobs = [runner.Job("shop", "lost", Edition.AFTER, repeat, ask("lost", SHOP, repeat)) for repeat in range(2)]
        options = runner.Options(concurrency=1, first_wait=0.0)
        trials = runner.run(jobs, provider, store, options=options, ledger=ledger)
    return trials, endpoint, ledger


def test_logprobs_are_asked_for_and_read(tmp_path: Path) -> None:
    tokens = {"content": [token("start", 0.6, check=0.4), token("_return", 1.0)]}
    trials, endpoint, _ = asked(lambda number, body: Reply(reply(logprobs=tokens)), tmp_path, logprobs=True)
    assert trials[0].choice.probabilities == {"start_return": 0.6, "check_stock": 0.4}
    assert (endpoint.requests[0][1]["logprobs"], endpoint.requests[0][1]["top_logprobs"]) == (True, 20)


def test_an_endpoint_that_gives_no_logprobs_gives_no_margin(tmp_path: Path) -> None:
    trials, _, _ = asked(lambda number, body: Reply(reply(logprobs=None)), tmp_path, logprobs=True)
    assert trials[0].choice.tool == "start_return"
    assert trials[0].choice.probabilities == {}


def test_scores_are_asked_once_for_all_repeats_and_counted(tmp_path: Path) -> None:
    def script(number: int, body: Json) -> Reply:
        scores = {"scores": {"start_return": {"p": 0.7}, "check_stock": {"p": 0.3}}}
        return Reply(reply() if "model" in body else scores)

    trials, endpoint, ledger = asked(script, tmp_path, score_url="/score", extra={"cache_prompt": False})
    assert [trial.choice.probabilities for trial in trials] == [{"start_return": 0.7, "check_stock": 0.3}, {}]
    assert [path for path, _ in endpoint.requests] == ["/score", "/v1/chat/completions", "/v1/chat/completions"]
    assert set(endpoint.requests[0][1]) == {"messages", "tools", "cache_prompt"}
    assert ledger.calls == 3


@pytest.mark.parametrize(
    "bad", [Reply({"scores": 7}), Reply({}), Reply({"error": "no"}, 500)], ids=["no scores", "nothing", "broken"]
)
def test_scores_that_cannot_be_had_are_no_answer_and_nothing_is_paid_for(bad: Reply, tmp_path: Path) -> None:
    def script(number: int, body: Json) -> Reply:
        return Reply(reply()) if "model" in body else bad

    trials, endpoint, _ = asked(script, tmp_path, score_url="/score")
    assert trials[0].choice is None
    assert trials[0].error
    assert [path for path, _ in endpoint.requests].count("/v1/chat/completions") == 1
