"""Secrets never get into what is written."""

import pytest

from toolwatch.runner.scrub import in_environment, scrub


def test_what_looks_like_a_secret() -> None:
    assert scrub({"text": ["it is sk-proj-abcdefghijklmnop1234 you know"]}) == {
        "text": ["it is [redacted OpenAI key] you know"]
    }


def test_by_the_name_of_a_field_only_where_asked() -> None:
    value = {"api_key": "abc", "extra": {"Authorization": "x", "max_tokens": 5, "token": ""}, "key": "record 7"}
    assert scrub(value) == value
    assert scrub(value, by_name=True) == {
        "api_key": "[redacted]",
        "extra": {"Authorization": "[redacted]", "max_tokens": 5, "token": ""},
        "key": "record 7",
    }


def test_what_the_environment_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_API_KEY", "tangerine-dream")
    monkeypatch.setenv("MY_LOGIN", "correct-horse")
    monkeypatch.setenv("EMPTY_TOKEN", "none")
    assert "tangerine-dream" in in_environment()
    assert "correct-horse" not in in_environment()
    assert "none" not in in_environment()
    secrets = in_environment(["MY_LOGIN"])
    assert scrub("say tangerine-dream to correct-horse", secrets) == "say [redacted] to [redacted]"
