"""What belongs to one host goes to no other: neither the key nor the question, and no other host's answer counts."""

import os
from pathlib import Path

import pytest

from tests.runner.endpoint import Endpoint, Reply, serving
from tests.runner.exchange import KEY, NAMES, QUICK, ask_of, asked, exchange, provider_at
from tests.runner.scripted import file
from toolwatch import runner
from toolwatch.errors import ModelError, UsageError
from toolwatch.model.trial import Edition, Trial
from toolwatch.runner.home import Home
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


CANARIES = {
    name: f"canary-{name.lower()}"
    for name in (
        "OPENAI_API_KEY",
        "OPENAI_ADMIN_KEY",
        "OPENAI_ORG_ID",
        "OPENAI_PROJECT_ID",
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "OLLAMA_API_KEY",
        "AWS_BEARER_TOKEN_BEDROCK",
        "AWS_SECRET_ACCESS_KEY",
    )
}
HEADERS = {f"{vendor}_CUSTOM_HEADERS": f"X-Gate: canary-{vendor}" for vendor in ("OPENAI", "ANTHROPIC")}
ADDRESSES = {
    "anthropic": "ANTHROPIC_BASE_URL",
    "gemini": "GOOGLE_GEMINI_BASE_URL",
    "ollama": "OLLAMA_HOST",
    "openai": "OPENAI_BASE_URL",
    "openai-responses": "OPENAI_BASE_URL",
}
OWN = {"anthropic": "ANTHROPIC", "gemini": "GEMINI", "ollama": "OLLAMA", "openai": "OPENAI"}


@pytest.fixture
def rich(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every vendor's credentials are in the environment."""
    for name, value in (CANARIES | HEADERS).items():
        monkeypatch.setenv(name, value)


def _seen(endpoint: Endpoint) -> str:
    return repr((endpoint.headers, endpoint.requests))


@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("name", NAMES)
def test_a_configured_address_elsewhere_gets_nothing_of_the_vendors(name: str, tmp_path: Path) -> None:
    before = dict(os.environ)
    reply = exchange(name)["reply"]
    trial, endpoint = asked(name, lambda number, body: Reply(reply), tmp_path, key_env="")
    assert trial.error == ""
    assert "canary" not in _seen(endpoint)
    assert dict(os.environ) == before


@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("name", [name for name in NAMES if name != "bedrock"])
def test_a_named_variable_goes_where_the_configuration_says_and_nothing_with_it(name: str, tmp_path: Path) -> None:
    reply = exchange(name)["reply"]
    trial, endpoint = asked(name, lambda number, body: Reply(reply), tmp_path, key_env="TEST_KEY")
    assert trial.error == ""
    assert KEY in _seen(endpoint)
    assert "canary" not in _seen(endpoint)


@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("name", sorted(ADDRESSES))
def test_an_address_from_the_environment_gets_the_key_beside_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = exchange(name)["reply"]
    with (
        serving(lambda number, body: Reply(reply)) as endpoint,
        runner.AnswerStore(file(tmp_path)) as store,
    ):
        monkeypatch.setenv(ADDRESSES[name], endpoint.url + ("/v1" if name.startswith("openai") else ""))
        jobs = [runner.Job("shop", "lamp", Edition.AFTER, 0, ask_of(exchange(name)))]
        (trial,) = runner.run(jobs, runner.load_provider(name, model="m"), store, options=QUICK)
    assert trial.error == ""
    assert CANARIES[f"{OWN[name.partition('-')[0]]}_API_KEY"] in _seen(endpoint)


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize("name", sorted(ADDRESSES))
@pytest.mark.parametrize("held", [True, False], ids=["a key kept back", "no key"])
def test_a_refusal_without_a_key_says_how_to_configure_one(
    name: str, status: int, held: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in CANARIES.items():
        monkeypatch.delenv(variable, raising=False)
        if held:
            monkeypatch.setenv(variable, value)
    trial, endpoint = asked(name, lambda number, body: Reply({"error": "who?"}, status), tmp_path, key_env="")
    assert len(endpoint.requests) == 1
    variable = f"{OWN[name.partition('-')[0]]}_API_KEY"
    kept = "goes to " if held else "none is configured; "
    assert trial.error.startswith(f"HTTP {status} (no key was sent: {variable if held else ''}")
    assert kept in trial.error
    assert "; set key_env of the model to the variable that holds this endpoint's key)" in trial.error
    with_key, _ = asked(name, lambda number, body: Reply({"error": "who?"}, status), tmp_path)
    assert "(the key " in with_key.error
    assert "key_env" not in with_key.error


@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("named", [True, False])
def test_bedrocks_api_key_goes_to_amazon_alone_and_needs_nothing_beside_it(
    named: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    key_env = "AWS_BEARER_TOKEN_BEDROCK" if named else ""
    runner.load_provider("bedrock", model="m", key_env=key_env).prepare()
    elsewhere = runner.load_provider("bedrock", model="m", key_env=key_env, url="https://gate.test")
    if named:
        elsewhere.prepare()
    else:
        with pytest.raises(ModelError, match="has no credentials"):
            elsewhere.prepare()
    with pytest.raises(ModelError, match="reads no MY_KEY: key_env can only be AWS_BEARER_TOKEN_BEDROCK"):
        runner.load_provider("bedrock", model="m", key_env="MY_KEY").prepare()


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("https://api.vendor.test/v1", True),
        ("https://api.vendor.test:443", True),
        ("https://API.Vendor.Test", True),
        ("https://eu.api.vendor.test/v1", True),
        ("http://api.vendor.test/v1", False),
        ("https://api.vendor.test:8443", False),
        ("https://api.vendor.test.evil.test", False),
        ("https://evilapi.vendor.test", False),
        ("https://vendor.test", False),
        ("https://evil.test/api.vendor.test", False),
        ("https://evil.test?api.vendor.test", False),
        ("https://evil.test#.api.vendor.test", False),
        ("https://api.vendor.test@evil.test", False),
        ("https://evil.test@api.vendor.test", False),
        ("https://evil.test\\@api.vendor.test", False),
        ("https://evil.test\\.api.vendor.test", False),
        ("https://evil.test%2f.api.vendor.test", False),
        ("https://evil.test\u2044.api.vendor.test", False),
        ("https://evil.test;.api.vendor.test", False),
        ("api.vendor.test", False),
        ("", False),
    ],
)
def test_which_addresses_are_a_vendors(url: str, own: bool) -> None:
    assert Home(("api.vendor.test",), ()).has(url) is own


ODD_ADDRESSES = (
    "foo",
    "http://",
    "https://[::1",
    "http://127.0.0.1:99999",
    "http://127.0.0.1:0",
    "http://127.0.0.1:x",
    "ftp://127.0.0.1",
    "http://exa mple.test",
    "http://a\u202eb.test",
    "http://127.0.0.1:9/\n",
)


@pytest.mark.parametrize("url", ODD_ADDRESSES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_address_is_refused_before_anything_is_asked(
    name: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name != "ollama" or url != "foo":  # a host alone is one there
        with pytest.raises(UsageError, match=f"^provider {name}: url: .* is no address: write http") as error:
            runner.load_provider(name, model="m", url=url)
        assert len(str(error.value).splitlines()) == 1
    if name in ADDRESSES and (name != "ollama" or "://" in url):
        monkeypatch.setenv(ADDRESSES[name], url)
        with pytest.raises(UsageError, match=f"^provider {name}: {ADDRESSES[name]}: .* is no address: write http"):
            runner.load_provider(name, model="m")


@pytest.mark.parametrize("host", ["http://\u2603.test", "http://" + "a" * 70 + ".test", "http://a_b.test"])
@pytest.mark.parametrize("name", NAMES)
def test_an_address_that_only_a_package_refuses_is_one_line(name: str, host: str, tmp_path: Path) -> None:
    provider = runner.load_provider(name, model="m", url=host, key_env="" if name == "bedrock" else "TEST_KEY")
    with runner.AnswerStore(file(tmp_path)) as store:
        jobs = [runner.Job("shop", "lamp", Edition.AFTER, 0, ask_of(exchange(name)))]
        try:
            (trial,) = runner.run(jobs, provider, store, options=QUICK)
            said = trial.error
        except ModelError as error:
            said = str(error)
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("word", ["http_options", "httpOptions"])
def test_gemini_is_led_to_no_other_address_by_further_fields(word: str) -> None:
    with pytest.raises(UsageError, match=f"cannot send extra.{word}"):
        runner.load_provider("gemini", model="m", extra={word: {"base_url": "http://evil.test"}})


def test_scores_of_another_origin_get_no_headers_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (CANARIES | HEADERS).items():
        monkeypatch.setenv(name, value)
    reply, scores = exchange("openai")["reply"], {"scores": {"shop_refund": 0.75}}
    with serving(lambda number, body: Reply(reply)) as model, serving(lambda number, body: Reply(scores)) as other:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{model.url}/v1")
        with runner.AnswerStore(file(tmp_path)) as store:
            provider = runner.load_provider("openai", model="m", score_url=f"{other.url}/score")
            jobs = [runner.Job("shop", "lamp", Edition.AFTER, 0, ask_of(exchange("openai")))]
            (trial,) = runner.run(jobs, provider, store, options=QUICK)
    assert trial.error == ""
    assert "canary-OPENAI" in _seen(model)
    assert "canary" not in _seen(other)
    assert "authorization" not in other.headers[0]


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("myhost", "http://myhost:11434"),
        (":8080", "http://127.0.0.1:8080"),
        ("0.0.0.0:99", "http://0.0.0.0:99"),
        ("[::1]", "http://[::1]:11434"),
        ("[::1]:5", "http://[::1]:5"),
        ("a/b", "http://a:11434/b"),
        ("https://a/b", "https://a/b"),
    ],
)
def test_ollamas_short_addresses_mean_what_they_mean_to_ollama(host: str, url: str) -> None:
    from ollama._client import _parse_host

    assert runner.load_provider("ollama", model="m", url=host).url == url
    assert _parse_host(host) == _parse_host(url)
