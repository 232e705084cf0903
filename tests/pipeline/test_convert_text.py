"""What ``convert`` writes as YAML reads back as the same, text by text."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.cli.main import run
from toolwatch.errors import UsageError
from toolwatch.model.position import Position
from toolwatch.pipeline.convert import spell
from toolwatch.sources.bounds import DEFAULTS
from toolwatch.sources.strict_yaml import parse_yaml
from toolwatch.suites import document, writing
from toolwatch.suites.base import Draft

WORDS = [
    "1e3",
    "1E5",
    "+12e03",
    "-1e-3",
    "1.",
    ".5",
    "-.5e1",
    "1_000",
    "0x1F",
    "0o17",
    "017",
    "0b11",
    "1:30",
    "190:20:30",
    "12e03",
    "+1",
    "1.0",
    ".inf",
    "-.INF",
    ".nan",
    "NaN",
    "Infinity",
    "true",
    "True",
    "yes",
    "No",
    "on",
    "OFF",
    "y",
    "n",
    "null",
    "Null",
    "~",
    "=",
    "<<",
    "-",
    "?",
    ":",
    "#",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "`",
    "{",
    "[",
    "]",
    "}",
    ",",
    "---",
    "...",
    "2026-01-02",
    "2026-01-02T03:04:05Z",
    "a:b",
    "a:",
    "#b",
    "'",
    '"',
    "''",
    "1e999",
    "e3",
    "1e",
    "0o8",
    "0x",
    "+.5",
    "1.e5",
]
ODD = [
    "",
    " ",
    " a",
    "a ",
    "a\n",
    "\na",
    "a\n\nb",
    "\t",
    "a\u2028b",
    "\x85",
    "\ufeff",
    "\x00",
    "\x1b[31m",
    "\ud83d",
    "😀",
    "a: b",
    "a #b",
]
LETTERS = st.one_of(st.text(max_size=12), st.text("0123456789eE+-._xob:", max_size=8), st.sampled_from(WORDS + ODD))
VALUES = st.recursive(
    LETTERS | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LETTERS, inner, max_size=3),
    max_leaves=8,
)


def own(text: str) -> Any:
    return parse_yaml(text.encode("utf-8"), DEFAULTS, where="x").value


@pytest.mark.parametrize("word", WORDS + ODD)
def test_a_text_stays_a_text(word: str) -> None:
    value = {"description": word, "enum": [word], word: 1}
    text = spell(value, ".yaml")
    assert own(text) == value
    assert yaml.safe_load(text) == value


@given(VALUES)
@settings(derandomize=True, deadline=None, max_examples=300)
def test_any_value_survives(value: Any) -> None:
    assert json.dumps(own(spell({"v": value}, ".yaml"))) == json.dumps({"v": value})


@pytest.mark.parametrize("word", WORDS + [word for word in ODD if word.strip() and word != "\ud83d"])
def test_a_text_of_a_suite_stays_a_text(word: str) -> None:
    draft = Draft(word, ("a",), Position("x", 1), id="x", note=word, arguments={"a": {"equal": word}})
    text = writing.cases_text([draft])
    (case,) = document.parse(text, name="x").data["cases"]
    assert case == {"id": "x", "request": word, "expect": "a", "arguments": {"a": {"equal": word}}, "note": word}
    if word not in ("\x00", "\x1b[31m"):
        assert own(text)["cases"] == [case]


def test_what_does_not_go_into_yaml_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(900):
        deep = [deep]
    with pytest.raises(UsageError, match=r"does not go into YAML .*\.json"):
        spell(deep, ".yaml")


def test_numbers_in_quotes_come_through_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = ["1e3", "1E5", "+12e03"]
    schema = {"type": "object", "properties": {"x": {"type": "string", "enum": texts, "default": "1e3"}}}
    tool = {"name": "a", "description": "1e3", "inputSchema": schema}
    Path("x.json").write_text(json.dumps({"tools": [tool]}))
    for form in ("mcp", "openai-chat", "anthropic"):
        assert run(["convert", "x.json", "--to", form, "-o", "x.yaml"]) == 0
        assert run(["convert", "x.yaml", "--to", "mcp", "-o", "again.json"]) == 0
        (again,) = json.loads(Path("again.json").read_text())["tools"]
        assert {name: again[name] for name in tool} == tool, form
