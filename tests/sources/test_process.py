"""What a started server sees of the environment, and what is kept of its last words."""

import pytest

from toolwatch.sources import process
from toolwatch.sources.process import LastWords


def seen_by(command: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    planted = (
        "HTTPS_PROXY",
        "SSL_CERT_FILE",
        "UV_INDEX",
        "UV_INDEX_CORP_PASSWORD",
        "npm_config_registry",
        "AWS_REGION",
    )
    for name in planted:
        monkeypatch.setenv(name, "x")
    return {name for name in process._inherited(command) if name in planted}


def test_a_server_sees_the_way_to_the_network_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    assert seen_by("python3", monkeypatch) == {"HTTPS_PROXY", "SSL_CERT_FILE"}
    assert "PATH" in process._inherited("python3")


def test_a_launcher_sees_its_own_settings_but_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {"HTTPS_PROXY", "SSL_CERT_FILE", "UV_INDEX", "npm_config_registry"}
    assert seen_by("/usr/bin/uvx", monkeypatch) == expected


def test_the_last_lines_are_kept_and_made_harmless() -> None:
    words = LastWords()
    words.feed(b"a" * 10_000)
    words.feed(b"\n\n  \nsec")
    words.feed(b"ond \x1b[31mred\n" + b"\xff\n" * 30 + b"unfin")
    assert words.last == "\N{REPLACEMENT CHARACTER}"
    words.close()
    assert words.last == "unfin"
    assert len(words.lines) == 20
    assert words.hint == "; its last words on stderr: \N{REPLACEMENT CHARACTER} | \N{REPLACEMENT CHARACTER} | unfin"


def test_an_endless_line_is_cut() -> None:
    words = LastWords()
    for _ in range(100):
        words.feed(b"x" * 65_536)
    words.close()
    assert len(words.lines) == 1
    assert len(words.last) <= 300


def test_no_words_at_all() -> None:
    words = LastWords()
    words.close()
    assert (words.last, words.hint) == ("", "")
