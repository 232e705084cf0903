"""Every importer, given documents with a wrong value at every place: cases, or one line on what is wrong."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.suites.test_importers import APIFY, BFCL, DEEPEVAL, LOG, MESSAGES, PROMPTFOO, SCORER
from toolwatch.errors import SuiteError
from toolwatch.suites import importing, reading, writing
from toolwatch.suites.base import Draft, Importer, Skipped, Source

WRONG: tuple[Any, ...] = (None, True, 5, 1.5, "", "text", "half \ud83d", [], [1], [None], [[]], ["a", 2], {}, {"a": 1})
ANTHROPIC = [
    {
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Any lamps?"}]},
            {"role": "assistant", "content": [{"type": "tool_use", "name": "check_stock", "input": {"of": "lamp"}}]},
        ],
        "corrected": ["lookup_order"],
    },
    {
        "messages": [
            {"role": "user", "content": "Where is it?"},
            {"role": "assistant", "function_call": {"name": "track", "arguments": "{}"}},
        ]
    },
]
DOCUMENTS: dict[str, tuple[str, Any]] = {
    "apify": ("apify", APIFY),
    "messages": ("messages", MESSAGES),
    "messages with calls": (
        "messages",
        [{**LOG[0], "messages": LOG[0]["messages"][:4], "expected": "a", "tools": [{}]}],
    ),
    "bfcl": ("bfcl", [entry | {"ground_truth": [{"area": {"w": [3.0], "u": ["", "cm"]}}]} for entry in BFCL]),
    "deepeval": ("deepeval", {"goldens": DEEPEVAL}),
    "tool-scorer": ("tool-scorer", SCORER),
    "tool-scorer with a request": ("tool-scorer", {"request": "Write it", "expected_calls": SCORER[:1]}),
    "promptfoo": ("promptfoo", yaml.safe_load(PROMPTFOO) | {"metadata": {"category": "x"}}),
    "promptfoo tests": ("promptfoo", [{**yaml.safe_load(PROMPTFOO)["tests"][0], "metadata": {"category": "x"}}]),
    "chat-log": ("chat-log", LOG),
    "chat-log of Anthropic": ("chat-log", ANTHROPIC),
}


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield from places(item, (*at, key))


def spoilt(document: Any, at: tuple[Any, ...], wrong: Any) -> Any:
    if not at:
        return wrong
    document = copy.deepcopy(document)
    inner = document
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = wrong
    return document


def handled(importer: Importer, source: Source) -> str:
    """What became of it; an error of another kind than the room's is the test's failure."""
    try:
        if not importer.recognises(source):
            return "not recognised"
        entries = list(importer.cases(source))
        importer.tools(source)
    except SuiteError as error:
        return "refused" if "\n" not in str(error) else "refused in many lines"
    assert all(isinstance(entry, Draft | Skipped) for entry in entries)
    return "read"


@pytest.mark.sample
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_wrong_value_at_any_place_is_no_traceback(name: str) -> None:
    kind, document = DOCUMENTS[name]
    importers = {key: found() for key, found in importing.formats().items()}
    outcomes = set()
    for at in places(document):
        for wrong in WRONG:
            source = Source(Path("odd.json"), json.dumps(spoilt(document, at, wrong)))
            outcomes |= {handled(importer, source) for key, importer in importers.items() if key == kind or at == ()}
    assert outcomes <= {"read", "refused", "not recognised"}
    assert "read" in outcomes


@pytest.mark.sample
@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_imported_can_be_read_or_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, document = DOCUMENTS[name]
    known = importing.formats()
    monkeypatch.setattr(importing, "formats", lambda: known)
    path = tmp_path / "odd.json"
    for at in places(document):
        for wrong in (None, 5, "", "half \ud83d", [1], {"a": 1}):
            path.write_text(json.dumps(spoilt(document, at, wrong)), encoding="utf-8")
            try:
                found = importing.read(path, format_name=kind)
                for draft in found.cases:
                    writing.check(draft)
            except SuiteError:
                continue
            cases = reading.further(writing.cases_text(found.cases), name="odd.yaml")
            assert [case.request for case in cases] == [draft.request for draft in found.cases]


ROW = ["id", "request", "expected", "must not", "abstain", "note"]


@pytest.mark.parametrize(
    "text",
    [
        ",".join(ROW) + "\n" + "x" * 200_000 + ",a,b\n",
        "x" * 200_000 + ",request,expected\n1,2,3\n",
        "request,expected\n\x00,a\n",
        "request\x00,expected\na,b\n",
        'request,expected\n"never closed,a\n',
        "request,expected\ra,b\r",
        "request,request\na,b\n",
        "request,expected\n,,,,,\n",
        "\n",
        "",
    ],
    ids=["cell", "head", "null", "null in the head", "quote", "old Mac", "twice", "wide", "blank", "empty"],
)
def test_an_odd_table_is_no_traceback(text: str) -> None:
    table = importing.formats()["csv"]()
    assert handled(table, Source(Path("odd.csv"), text)) in ("read", "refused")


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_a_separator_in_a_text_ends_no_line(separator: str) -> None:
    entry = {"messages": [{"role": "user", "content": f"one{separator}two"}], "expected": "a"}
    line = json.dumps(entry, ensure_ascii=False)
    if ord(separator) < 0x20:  # JSON spells these out
        assert separator not in line
    source = Source(Path("odd.jsonl"), f"{line}\r\n{line}\n")
    drafts = list(importing.formats()["messages"]().cases(source))
    assert [(draft.request, draft.position.line) for draft in drafts if isinstance(draft, Draft)] == [
        (f"one{separator}two", 1),
        (f"one{separator}two", 2),
    ]


DEEP = '{"a":' * 400 + "1" + "}" * 400
ODD_VALUES = {
    "deep": ("json", f'[{{"tool": "x", "description": "y", "args": {{"a": {DEEP}}}}}]'),
    "very deep": ("json", f'[{{"tool": "x", "description": "y", "args": {{"a": {"[" * 5000 + "]" * 5000}}}}}]'),
    "its own part": ("yaml", "- tool: x\n  description: y\n  args: {a: &a [*a]}\n"),
    "no number": ("json", '[{"tool": "x", "description": "y", "args": {"a": NaN, "b": Infinity}}]'),
    "long number": ("json", f'[{{"tool": "x", "description": "y", "args": {{"a": {"9" * 3000}}}}}]'),
    "date": ("yaml", "- {tool: x, description: y, args: {a: 2026-01-02}}\n"),
    "bytes": ("yaml", "- {tool: x, description: y, args: {a: !!binary aGk=}}\n"),
    "set": ("yaml", "- {tool: x, description: y, args: {a: !!set {b, c}}}\n"),
    "key": ("yaml", "- {tool: x, description: y, args: {1: {2: 3}, null: 4, [5]: 6}}\n"),
    "operator": ("json", '[{"tool": "x", "description": "y", "args": {"a": {"$regex": "("}}}]'),
}


def test_aliases_that_grow_are_refused(tmp_path: Path) -> None:
    lines = ["- &a0 {tool: x, description: y, args: {}}"]
    lines += [f"- &a{at} {{tool: x, args: {{a: [{', '.join([f'*a{at - 1}'] * 9)}]}}}}" for at in range(1, 12)]
    (tmp_path / "bomb.yaml").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(SuiteError, match=r"bomb\.yaml: holds itself, or grows too large"):
        importing.read(tmp_path / "bomb.yaml")


@pytest.mark.parametrize("name", ODD_VALUES)
def test_an_odd_argument_is_kept_or_refused(name: str, tmp_path: Path) -> None:
    suffix, text = ODD_VALUES[name]
    path = tmp_path / f"odd.{suffix}"
    path.write_text(text, encoding="utf-8")
    try:
        found = importing.read(path, format_name="tool-scorer")
        writing.check(found.cases[0])
    except SuiteError:
        return
    (case,) = reading.further(writing.cases_text(found.cases), name="odd.yaml")
    assert case.arguments == found.cases[0].arguments
