"""What belongs to one host goes to no other: neither the key nor the question, and no other host's answer counts."""

from pathlib import Path

import pytest

from tests.runner.endpoint import Endpoint, Reply, serving
from tests.runner.exchange import KEY, NAMES, QUICK, ask_of, asked, exchange, provider_at
from tests.runner.scripted import file
from toolwatch import runner
from toolwatch.model.trial import Edition, Trial
from toolwatch.runner.sdk import refused

ODD = ("bedrock", 303)
pytestmark = pytest.mark.usefixtures("no_real_account")


# botocore follows none of them, and stumbles over 303 before it says so: a failed connection.
REDIRECTS = [(name, status) for name in NAMES for status in (301, 302, 303, 307, 308) if (name, status) != ODD]


@pytest.mark.parametrize(("name", "status"), REDIRECTS)
def test_a_redirect_is_not_followed(name: str, status: int, tmp_path: Path) -> None:
    reply = exchange(name)["reply"]
    with serving(lambda number, body: Reply(reply)) as other:
        there = other.url.replace("127.0.0.1", "localhost")
        moved = Reply(b"", status, {"Location": f"{there}/somewhere?key={KEY}"})
        trial, endpoint = asked(name, lambda number, body: moved, tmp_path)
    assert other.requests == []
    assert len(endpoint.requests) == 1
    assert trial.choice is None
    assert f"HTTP {status}: the endpoint sends to the host {there.removeprefix('http://')}, " in trial.error
    assert KEY not in trial.error


@pytest.mark.parametrize(
    ("place", "says"),
    [
        pytest.param("/elsewhere", "another address", id="the same host"),
        pytest.param("", "another address", id="nowhere"),
        pytest.param("http://[::1", "another address", id="no URL"),
        pytest.param("http://user:pass@evil.test/x", "the host evil.test,", id="with a password"),
        pytest.param("http://evil\u202e.test/", r"the host evil\u{202e}.test", id="not to be seen"),
    ],
)
def test_a_redirect_is_told_by_its_host(place: str, says: str) -> None:
    failure = refused(307, "", {"Location": place})
    assert failure.hopeless
    assert says in str(failure)
    assert "pass" not in str(failure)


def _scored(endpoint: Endpoint, score_url: str, folder: Path) -> Trial:
    with runner.AnswerStore(file(folder)) as store:
        provider = provider_at("openai", endpoint, score_url=score_url)
        jobs = [runner.Job("shop", "lamp", Edition.AFTER, 0, ask_of(exchange("openai")))]
        (trial,) = runner.run(jobs, provider, store, options=QUICK)
    return trial


@pytest.mark.parametrize("where", ["the same origin", "another port", "another name"])
def test_scores_of_another_origin_are_asked_for_without_the_key(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", KEY)
    reply = exchange("openai")["reply"]
    scores = {"scores": {"shop_refund": 0.75}}
    with (
        serving(lambda number, body: Reply(scores if "model" not in body else reply)) as model,
        serving(lambda number, body: Reply(scores)) as other,
    ):
        home = {
            "the same origin": model.url,
            "another port": other.url,
            "another name": model.url.replace("127.0.0.1", "localhost"),
        }[where]
        trial = _scored(model, f"{home}/score", tmp_path)
    assert trial.error == ""
    assert trial.choice is not None
    assert list(trial.choice.probabilities.values()) == [0.75]
    seen = dict(zip([path for path, _ in model.requests], model.headers, strict=True))
    seen |= dict(zip([path for path, _ in other.requests], other.headers, strict=True))
    told = {path: any(KEY in value for value in headers.values()) for path, headers in seen.items()}
    assert told == {"/score": where == "the same origin", "/v1/chat/completions": True}
