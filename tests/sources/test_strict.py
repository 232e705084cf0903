"""JSON from strangers: nothing is lost without a word, and nothing is too deep or too large to be refused."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.sources.strict import NoJson, deeper_than, parse

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)

LOSSES = {
    "duplicate key": (
        '{"a":1,"b":2,"a":3}',
        {"a": 3, "b": 2},
        "an object holds the key 'a' more than once; the last counts",
    ),
    "too large": ("[1e400]", ["1e400"], "the number 1e400 is out of range; kept as text"),
    "too small": ("[-1e999]", ["-1e999"], "the number -1e999 is out of range; kept as text"),
    "too many digits": (
        f"[{'7' * 5000}]",
        ["7" * 5000],
        f"the number {'7' * 40}... has 5000 digits; kept as text",
    ),
    "NaN": ("[NaN]", ["NaN"], "NaN is no JSON number; kept as text"),
    "half a pair": (r'["\ud83d"]', ["\ud83d"], "holds half a surrogate pair, which is no character"),
    "half a pair in a key": (r'{"\udc00":1}', {"\udc00": 1}, "holds half a surrogate pair, which is no character"),
    "bad bytes": (b'["\xff"]', ["\ufffd"], "byte 2 is no UTF-8"),
}


@pytest.mark.parametrize(("text", "value", "loss"), LOSSES.values(), ids=LOSSES)
def test_what_cannot_be_kept_is_named(text: str | bytes, value: Any, loss: str) -> None:
    parsed = parse(text, nesting=10)
    assert parsed.value == value
    assert parsed.losses == (loss,)


KEPT = {
    "whole pair": r'["\ud83d\ude00"]',
    "a word that looks like one": r'["\\ud83d"]',
    "smallest number": "[5e-324]",
    "large integer": "[9007199254740993, 123456789012345678901234567890]",
    "same key at two places": '{"a":{"a":1},"b":{"a":2}}',
    "byte order mark": "\ufeff[]",
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_near_misses_lose_nothing(text: str) -> None:
    assert parse(text.encode(), nesting=10).losses == ()


@settings(deadline=None, derandomize=True, max_examples=60)
@given(JSON)
def test_whatever_is_json_comes_back_equal(value: Any) -> None:
    parsed = parse(json.dumps(value).encode(), nesting=200)
    assert json.dumps(parsed.value) == json.dumps(value)


@pytest.mark.parametrize("text", ["", "{", "nul", "[1,]", '"a', "1 2", "<html>"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(NoJson):
        parse(text, nesting=10)


@pytest.mark.parametrize("levels", [1, 5, 100])
def test_nesting_is_counted_exactly(levels: int) -> None:
    text = "[" * levels + "]" * levels
    assert parse(text, nesting=levels).losses == ()
    with pytest.raises(NoJson, match=f"nested deeper than {levels - 1} levels"):
        parse(text, nesting=levels - 1)


def test_a_hundred_thousand_levels_do_no_harm() -> None:
    with pytest.raises(NoJson, match="nested deeper"):
        parse('{"a":' * 100_000 + "1" + "}" * 100_000, nesting=100)


def test_depth_of_what_is_no_container() -> None:
    assert not deeper_than("text", 0)
    assert deeper_than([], 0)
    assert deeper_than({"a": [1]}, 1)
    assert not deeper_than({"a": [1]}, 2)


KEYS = st.sampled_from(["a", "b", 'q":', '\\":', '\\\\":', '": ', "\\", "{", ":"])
SPACES = st.sampled_from(["", " ", "\n\t"])


@st.composite
def objects(draw: st.DrawFn, depth: int = 0) -> tuple[str, bool]:
    """An object as text, keys with quotation marks and backslashes in them, and whether any object repeats a key."""
    keys = draw(st.lists(KEYS, max_size=4))
    twice, parts = len(set(keys)) < len(keys), []
    for key in keys:
        inner, also = draw(objects(depth + 1)) if depth < 2 and draw(st.booleans()) else (json.dumps(draw(KEYS)), False)
        twice |= also
        parts.append(f"{json.dumps(key)}{draw(SPACES)}:{draw(SPACES)}{inner}")
    return "{" + ",".join(parts) + "}", twice


@settings(deadline=None, derandomize=True, max_examples=300)
@given(objects())
def test_a_repeated_key_is_seen_whatever_else_the_strings_hold(written: tuple[str, bool]) -> None:
    text, twice = written
    assert bool(parse(text, nesting=10).losses) is twice


HALVES = st.sampled_from([r"\ud83d", r"\ude00", r"\uD83D\uDE00", "x", r"\\", r"\\ud83d", r"\u0041"])


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.lists(HALVES, max_size=6))
def test_half_a_pair_is_seen_wherever_it_stands(parts: list[str]) -> None:
    parsed = parse('["' + "".join(parts) + '"]', nesting=10)
    half = any("\ud800" <= sign <= "\udfff" for sign in parsed.value[0])
    assert bool(parsed.losses) is half


def test_two_losses_of_one_text_are_both_named() -> None:
    parsed = parse(f'{{"a": {"9" * 5000}, "a": 1}}', nesting=10)
    assert parsed.value == {"a": 1}
    assert [loss.split()[-1] for loss in parsed.losses] == ["text", "counts"]
