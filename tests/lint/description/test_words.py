"""Words that praise, warn late, or promise a syntax, and the same words where they are plain."""

from typing import Any

import pytest

from tests.lint.fired import codes, findings, parameter
from toolwatch.model.tool import Tool


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        ("Unlock the full potential of your notes.", True),
        ("The ultimate search of orders.", True),
        ("Handles orders, returns and other things.", True),
        ("A robust search of orders.", True),
        ("Robust search of orders.", True),
        ("Unlock one issue, so that anybody may comment on it.", False),
        ("Return the lock of a door; a guest can unlock it.", False),
        ("Return the seat count (Ultimate only).", False),
        ("Return the ultimate parent of one company.", False),
        ("Add one to-do to Things and return its id.", False),
        ("Return the page without things like script tags.", False),
        ("Return the robust standard errors of one model.", False),
    ],
)
def test_words_of_praise(text: str, fires: bool) -> None:
    assert ("TW152" in codes(findings(Tool.of("do_work", text)))) is fires


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        ("Do not run it on production.", True),
        ("Don't run it on production.", True),
        ("Don't hesitate to run it again.", False),
        ("Do not worry about the order.", False),
    ],
)
def test_a_warning_beyond_the_cut(text: str, fires: bool) -> None:
    tool = Tool.of("run_query", "Run a query. " + "It knows many functions. " * 90 + text)
    assert ("TW159" in codes(findings(tool))) is fires


@pytest.mark.parametrize(
    ("text", "fires"), [("Time that the run took", True), ("Time that the run took, in milliseconds", False)]
)
def test_a_unit_is_a_format(text: str, fires: bool) -> None:
    properties = {"time": {"type": "string", "description": text}}
    tool = Tool.of("save_run", "Save one run.", {"type": "object", "properties": properties})
    assert ("TW154" in codes(findings(tool))) is fires


@pytest.mark.parametrize(
    ("schema", "fires"),
    [
        ({"type": "string"}, True),
        ({"type": "string", "enum": ["a", "b"]}, True),
        ({"type": "string", "const": "date"}, False),
        ({"type": "string", "enum": ["date"]}, False),
    ],
)
def test_what_may_have_one_value_only_needs_no_description(schema: dict[str, Any], fires: bool) -> None:
    inner: dict[str, Any] = {"type": "object", "properties": {"kind": schema}}
    assert ("TW140" in codes(findings(parameter("Cell to write", **inner)))) is fires
    tool = Tool.of("write_cell", "Write one cell.", inner)
    assert ("TW139" in codes(findings(tool))) is fires


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        ("Return rows. New in 2.1: sorted by time.", True),
        ("Return rows; added in 1.12, sorted by time.", True),
        ("Return rows. Changed in 3.0.", True),
        ("Return the rows that were added in 2024.", False),
        ("Return the rows that were changed in 2.5 km around.", False),
        ("Return the price with 3.5% interest, updated with 3.5% a year.", False),
    ],
)
def test_history_is_told_with_a_number_alone(text: str, fires: bool) -> None:
    assert ("TW157" in codes(findings(Tool.of("read_rows", text)))) is fires


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        ("Description of the tool goes here", True),
        ("Description of this parameter here.", True),
        ("Description of the tool that made the part", False),
    ],
)
def test_a_text_that_was_never_written(text: str, fires: bool) -> None:
    assert ("TW134" in codes(findings(Tool.of("read_rows", text)))) is fires
