import time

import pytest

from toolwatch.model.tokens import ToolTokens
from toolwatch.model.tool import Json, Tool
from toolwatch.snapshot import tokens

# Counted once with the o200k_base encoder; the texts are our own.
COUNTED: dict[str, tuple[str, int]] = {
    "sentence": ("Look up an order by its number and say where the parcel is now.", 15),
    "schema": ('{"type":"object","properties":{"order_id":{"type":"string"}},"required":["order_id"]}', 21),
    "camel case": ("getOrderStatusByCustomerEmail", 6),
    "digits": ("1234567890", 4),
    "empty": ("", 0),
}


@pytest.mark.parametrize(("text", "counted"), COUNTED.values(), ids=COUNTED)
def test_the_estimate_is_near_what_an_encoder_counts(text: str, counted: int) -> None:
    assert abs(tokens.of_text(text) - counted) <= max(1, counted // 8)


def test_every_character_counts_somewhere() -> None:
    assert tokens.of_text("日本語の説明") >= 4
    assert tokens.of_text("x" * 400) >= 60
    assert tokens.of_text("\ud800 \U000e0041\u200b") >= 3
    assert tokens.of_text("a b") < tokens.of_text("a b c d")


TOOLS = tuple(Tool.of(name, f"Does {name} for the caller, once.") for name in ("alpha", "beta", "gamma"))


def test_nothing_changed() -> None:
    change = tokens.compare(TOOLS, TOOLS)
    assert (change.before, change.kept, change.survival) == (change.after, change.after, 1.0)
    assert (change.tools, change.first_changed, change.position) == ((), "", None)
    assert change.how == tokens.HOW


def test_an_edit_in_the_middle_keeps_what_stands_before_it() -> None:
    edited = Tool.of("beta", "Does beta for the caller, twice and then some more.")
    change = tokens.compare(TOOLS, (TOOLS[0], edited, TOOLS[2]))
    assert (change.first_changed, change.position) == ("beta", 2)
    first, second = tokens.of_tool(TOOLS[0]), tokens.of_tool(TOOLS[1])
    assert first < change.kept < first + second
    assert change.tools == (ToolTokens("beta", second, tokens.of_tool(edited)),)
    assert change.after - change.before == tokens.of_tool(edited) - second
    assert 0.3 < change.survival < 0.8


def test_a_reordered_list_keeps_little_though_no_size_changes() -> None:
    change = tokens.compare(TOOLS, TOOLS[::-1])
    assert change.before == change.after
    assert change.tools == ()
    assert (change.first_changed, change.position) == ("gamma", 1)
    assert change.kept < 8


@pytest.mark.parametrize(
    ("before", "after", "first", "position", "survival"),
    [
        (TOOLS, (*TOOLS, Tool.of("delta")), "delta", 4, 1.0),
        ((*TOOLS, Tool.of("delta")), TOOLS, "", 4, None),
        ((), TOOLS, "alpha", 1, 1.0),
        (TOOLS, (), "", 1, 0.0),
        ((), (), "", None, 1.0),
    ],
    ids=["appended", "last removed", "first list", "emptied", "both empty"],
)
def test_ends(
    before: tuple[Tool, ...], after: tuple[Tool, ...], first: str, position: int | None, survival: float | None
) -> None:
    change = tokens.compare(before, after)
    assert (change.first_changed, change.position) == (first, position)
    if survival is None:
        assert 0.5 < change.survival < 1.0
    else:
        assert change.survival == survival


def test_key_order_is_part_of_what_is_sent() -> None:
    one: Json = {"a": {}, "b": {}}
    other: Json = {"b": {}, "a": {}}
    change = tokens.compare((Tool.of("t", "T.", {"properties": one}),), (Tool.of("t", "T.", {"properties": other}),))
    assert change.before == change.after
    assert change.kept < change.before


def test_hundreds_of_tools_cost_little() -> None:
    many = tuple(Tool.of(f"tool_{i}", "Finds what was asked for, within the account. " * 10) for i in range(300))
    start = time.process_time()
    tokens.compare(many, many[1:])
    assert time.process_time() - start < 0.5
