"""The escaping rules one by one."""

import pytest

from toolwatch.report import escape


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "`plain`"),
        ("", '`""`'),
        ("a`b", "``a`b``"),
        ("`edge`", "`` `edge` ``"),
        (" space", "`  space `"),
        ("two\nlines", "`two⏎lines`"),
        ("\x1b[31m", r"`\u{1b}[31m`"),
        ("`" * 100, r"`\u{60}×100`"),
    ],
)
def test_code(text: str, expected: str) -> None:
    assert escape.code(text) == expected


def test_cell_keeps_bars_in_the_cell() -> None:
    assert escape.cell("a|b") == r"`a\|b`"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a word, and 3 more", "a word, and 3 more"),
        ("tool 'start_return' is gone", "tool `start_return` is gone"),
        ("says 'a b', then stops.", "says `a b`, then stops."),
        ("don't stop", "don't stop"),
        ("see evil.test now", "see `evil.test` now"),
        ("mail me@evil.test", "mail `me@evil.test`"),
        ("1. not a list", "`1`. not a list"),
        ("1 case", "1 case"),
        ("- not a list", "`-` not a list"),
        ("commit deadbeef here", "commit `deadbeef` here"),
        ("two odd/ones x_y here", "two `odd/ones x_y` here"),
        ("", ""),
    ],
)
def test_prose(text: str, expected: str) -> None:
    assert escape.prose(text) == expected


@pytest.mark.parametrize(
    "tail", [".json:1:12: is no JSON", ".json", ".eu, gone", ":ro is gone", "!x", ",y z", ". Gone", "."]
)
@pytest.mark.parametrize("head", ["", "seen in "])
def test_a_known_name_takes_nothing_with_it(head: str, tail: str) -> None:
    """A file is often called as its server is: its place must not be lost behind the name."""
    text = f"{head}shop{tail}"
    shown = escape.prose(text, names=frozenset({"shop"}))
    assert shown.replace("`", "").replace(" ", "") == text.replace(" ", "")


def test_known_names_are_quoted_whole() -> None:
    said = escape.prose("all is well before, b after", names=frozenset({"all is well", "b"}))
    assert said == "`all is well` before, b after"


def test_a_block_cannot_be_left() -> None:
    assert escape.block("a\n```\nb") == "````text\na\n```\nb\n````"
    assert escape.block("`" * 300).startswith("```text\n\\u{60}×300")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("::error::x", r":\u{3a}error::x"),
        ("ok\n  ::error::x", "ok\n  \\u{3a}:error::x"),
        ("a ::b", "a ::b"),
        ("a ##[error]b", r"a ##\u{5b}error]b"),
    ],
)
def test_log(text: str, expected: str) -> None:
    written = escape.unlogged(text)
    assert not any(line.lstrip().startswith("::") for line in written.splitlines())
    assert "##[" not in written
    assert (written == text) == (expected == text)


def test_mermaid_labels_hold_letters_and_codes_only() -> None:
    assert escape.mermaid('a"]b') == "a#34;#93;b"


def test_xml_has_none_of_the_characters_it_cannot_hold() -> None:
    assert escape.markup("a\x00b\uffffc\ud800") == r"a\u{0}b\u{ffff}c\u{d800}"
