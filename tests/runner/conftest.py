"""What the tests of providers share."""

import ssl
from functools import cache

import pytest
from botocore import loaders

from tests.runner.exchange import KEY


@pytest.fixture
def no_real_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and addresses of nobody; what costs time at the making of a client is left out."""
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "OLLAMA_HOST", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIATEST")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("TEST_KEY", KEY)
    # Plain HTTP needs no certificates, and reading them takes longer than all the rest of a test.
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", lambda *args, **kwargs: None)
    monkeypatch.setattr(loaders.JSONFileLoader, "load_file", _read_once)  # megabytes for each of the clients


_read_once = cache(loaders.JSONFileLoader.load_file)
