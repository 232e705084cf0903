"""Texts: what is the same to a reader, word-level diffs, and messages that quote strangers."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diff.making import snapshot, with_input
from toolwatch.diff import compare
from toolwatch.diff.rules.schema.constraint_added import ConstraintAdded
from toolwatch.diff.rules.schema.constraint_removed import ConstraintRemoved
from toolwatch.diff.words import explained, listed, quoted, shown, words
from toolwatch.model.change import Change, Compat, Seen, Word


def described(before: str, after: str) -> tuple[Change, ...]:
    return compare(*(snapshot({"tools": [{"name": "t", "description": text}]}) for text in (before, after)))


@pytest.mark.parametrize(
    ("before", "after", "compat", "seen"),
    [
        ("Find a café.", "Find a cafe\u0301.", Compat.NONE, Seen.COSMETIC),
        ("Count  rows.", "Count rows.\n", Compat.SAFE, Seen.COSMETIC),
        ("Do it.\n\n    Args:\n        a: b", "Do it.\n\nArgs:\n    a: b", Compat.SAFE, Seen.COSMETIC),
        ("Count rows.", "Count\u200b rows.", Compat.SAFE, Seen.YES),
        ("Count rows.", "Count\u00a0rows.", Compat.SAFE, Seen.YES),
        ("Count rows.", "Count rows\u2028.", Compat.SAFE, Seen.YES),
        ("Count rows.", "count rows.", Compat.SAFE, Seen.YES),
        ("ﬁle", "file", Compat.SAFE, Seen.YES),
    ],
    ids=["unicode form", "blanks", "docstring", "zero width", "no-break space", "separator", "case", "ligature"],
)
def test_what_a_reader_sees(before: str, after: str, compat: Compat, seen: Seen) -> None:
    (change,) = described(before, after)
    assert (change.code, change.compat, change.seen_by_model) == ("TW364", compat, seen)
    assert bool(change.words) == (seen is Seen.YES)


def test_words_say_what_went_and_what_came() -> None:
    assert words("Refund one order.", "Refund one order in full.") == (
        Word("same", "Refund one order"),
        Word("new", " in full"),
        Word("same", "."),
    )
    assert words("Use it for returns.", "Use it for refunds.") == (
        Word("same", "Use it for "),
        Word("gone", "returns"),
        Word("new", "refunds"),
        Word("same", "."),
    )


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.text(max_size=60), st.text(max_size=60))
def test_words_put_together_again_are_both_texts(before: str, after: str) -> None:
    runs = words(before, after)
    assert "".join(run.text for run in runs if run.op != "new") == before
    assert "".join(run.text for run in runs if run.op != "gone") == after
    assert all(one.op != other.op for one, other in pairwise(runs))


def test_long_texts_end() -> None:
    runs = words("old " * 100_000, "new " * 100_000)
    assert [run.op for run in runs] == ["gone", "new", "same"]


HOSTILE = "a\x1b[31m\n\u202e`|<script>\U000e0041"


def test_messages_are_inert() -> None:
    before = {"type": "object", "properties": {HOSTILE: {"type": "string", "enum": [HOSTILE]}}}
    after = {"type": "object", "properties": {HOSTILE: {"type": "string", "enum": ["b"]}}, "required": [HOSTILE]}
    found = compare(with_input(before), with_input(after))
    assert len(found) == 3
    for change in found:
        assert not {"\x1b", "\n", "\u202e", "\U000e0041"} & set(change.message)
        assert "\\u{1b}" in change.message or "\\u{1b}" in str(change.message)


def test_values_in_messages_are_short() -> None:
    assert len(quoted("x" * 500)) <= 82
    assert len(shown({"a": "x" * 500})) <= 60
    assert listed(list(range(10))) == "0, 1, 2, 3, 4, 5 and 4 more"


def test_texts_of_constants_are_compared() -> None:
    def schema(text: str) -> object:
        return {"properties": {"a": {"oneOf": [{"const": "x", "description": text}, {"const": "y"}]}}}

    (change,) = compare(with_input(schema("The first.")), with_input(schema("Always take this one.")))
    assert (change.code, change.path) == ("TW366", "/inputSchema/properties/a/oneOf/0/description")


def test_a_text_beside_null_is_that_of_the_parameter() -> None:
    plain = {"properties": {"a": {"type": "string", "description": "City"}}}
    beside = {"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "City"}}}
    inside = {"properties": {"a": {"anyOf": [{"type": "string", "description": "City"}, {"type": "null"}]}}}
    assert {change.code for change in compare(with_input(plain), with_input(beside))} == {"TW309"}
    assert {change.code for change in compare(with_input(plain), with_input(inside))} == {"TW309"}
    assert compare(with_input(beside), with_input(inside)) == ()


def test_every_keyword_that_may_come_or_go_is_explained() -> None:
    keywords = {*ConstraintAdded.keywords, *ConstraintRemoved.keywords}
    assert {keyword for keyword in keywords if explained(keyword) == keyword} == set()
