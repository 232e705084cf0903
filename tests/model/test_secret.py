"""Credentials are found by shape and by name, and honest text is left alone."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.model.secret import STARTS, find_secrets, names_a_secret, redact, redact_json

# Each is put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "AWS access key": "AKIA" + "Q" * 16,
    "GitHub token": "ghp_" + "a1" * 18,
    "GitLab token": "glpat-" + "b2" * 10,
    "Slack token": "xoxb-" + "1" * 12 + "-abcdefghij",
    "Stripe key": "sk_live_" + "c3" * 12,
    "Anthropic key": "sk-ant-" + "api03-" + "d4" * 20,
    "OpenAI key": "sk-proj-" + "e5" * 20,
    "OpenRouter key": "sk-or-v1-" + "e5" * 32,
    "Google key": "AIza" + "f" * 35,
    "npm token": "npm_" + "g" * 36,
    "PyPI token": "pypi-" + "h" * 60,
    "SendGrid key": "SG." + "i" * 22 + "." + "j" * 43,
    "Hugging Face token": "hf_" + "k" * 34,
    "DigitalOcean token": "dop_v1_" + "a7" * 32,
    "Shopify token": "shpat_" + "b8" * 16,
    "Telegram bot token": "123456789:AA" + "p" * 33,
    "Azure storage key": "AccountKey=" + "q9" * 43 + "==",
    "JSON Web Token": "eyJ" + "l" * 20 + ".eyJ" + "m" * 30 + "." + "n" * 40,
    "private key": "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----",
    "bearer token": "Bearer " + "o" * 24,
    "password in a URL": "admin:hunter2",
}


@pytest.mark.sample
@pytest.mark.parametrize(("kind", "secret"), SECRETS.items(), ids=list(SECRETS))
def test_found_anywhere_and_never_written(kind: str, secret: str) -> None:
    around = f"https://{secret}@db.example" if kind == "password in a URL" else f"see {secret}, then go on"
    assert [found.kind for found in find_secrets(around)] == [kind]
    assert secret not in redact(around)
    assert f"[redacted {kind}]" in redact(around)


@pytest.mark.parametrize(
    "key",
    ["sk-" + "a1B2" * 12, "sk-" + "x9_y-" * 6, "sk-" + "a" * 30 + "7-tail", "sk-proj-" + "Q" * 40, "sk-" + "Zq" * 15],
)
def test_every_key_of_the_kind_is_redacted_whole(key: str) -> None:
    assert redact(f"key {key}, keep it") == "key [redacted OpenAI key], keep it"


@pytest.mark.parametrize(
    "honest",
    [
        "Ask for the token first, then pass it as a bearer token.",
        "task-list-sk-summary",
        "sk-learn-pipelines-and-estimators",
        "https://example.org/path@2x.png",
        "The key is 16 characters long, such as AKIA followed by letters.",
        "eyJ is how a JSON Web Token starts",
        "id: 8f14e45f-ceea-467f-a2b1-2d1f3c5e6a7b",
        "npm_config_prefix and hf_hub_download are names",
    ],
)
def test_honest_text_is_left_alone(honest: str) -> None:
    assert not list(find_secrets(honest))
    assert redact(honest) == honest


@pytest.mark.parametrize(
    ("name", "secret"),
    [("password", True), ("apiKey", True), ("api_key", True), ("X-Auth-Token", True), ("client_secret", True),
     ("accessKey", True), ("max_tokens", False), ("tokenizer", False), ("key", False), ("secretary", False),
     ("password_hint", False)],
)  # fmt: skip
def test_names(name: str, secret: bool) -> None:
    assert names_a_secret(name) is secret


def test_redaction_keeps_the_shape() -> None:
    value = {"user": "ann", "password": "p", "nested": [{"note": SECRETS["GitHub token"]}], "n": 3}
    assert redact_json(value) == {
        "user": "ann",
        "password": "[redacted password]",
        "nested": [{"note": "[redacted GitHub token]"}],
        "n": 3,
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.sample
@given(JSON, st.sampled_from(sorted(SECRETS)))
@settings(deadline=None, derandomize=True)
def test_nothing_of_a_secret_survives(value: object, kind: str) -> None:
    secret = f"https://{SECRETS[kind]}@h" if kind == "password in a URL" else SECRETS[kind]
    written = json.dumps(redact_json({"a": value, "b": ["x " + secret]}))
    assert json.dumps(SECRETS[kind])[1:-1] not in written


@pytest.mark.parametrize(
    "text", ["a" * 2_000_000, "://" * 500_000, "eyJ" * 500_000, "-----BEGIN " * 200_000, "Bearer " * 300_000]
)
def test_time_is_bounded(text: str) -> None:
    start = time.process_time()
    list(find_secrets(text))
    assert time.process_time() - start < 5


@pytest.mark.parametrize("kind", sorted(SECRETS.keys() - {"bearer token", "password in a URL"}))
def test_every_shape_starts_as_the_list_of_starts_says(kind: str) -> None:
    """Where many texts are looked through at once, only those with one of the starts are read."""
    assert any(start in SECRETS[kind].lower() for start in STARTS)
