"""Every importer: what it makes of its format, what it skips, and that it keeps quiet on the others."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolwatch import suites
from toolwatch.errors import SuiteError
from toolwatch.model.suite import Message
from toolwatch.suites import importing, writing

AZURE = """\
# Prompts

## Storage

| Tool Name | Test Prompt |
|:----------|:----------|
| storage_list | List my accounts |
| storage_get | Show me \\<account-name> \\| all of it |
| storage_get | |

Some prose | with a bar

## Keys

| Command | Note | User Prompt |
|---|---|---|
| `keys_list` | x | What keys are there? |
"""
APIFY = {
    "version": "1",
    "testCases": [
        {"id": "a-1", "category": "search", "query": "Find a scraper", "expectedTools": ["search-actors"]},
        {"id": "a-2", "category": "chat", "query": "Thanks!", "expectedTools": []},
        {"id": "a-3", "category": "flow", "query": "Do it all", "reference": "for the judge"},
        {
            "id": "a-4",
            "category": "ctx",
            "query": "And now run it",
            "expectedTools": ["call-actor", "search-actors"],
            "context": [
                {"role": "user", "content": "Find one"},
                {"role": "assistant", "content": "", "tool": "search-actors", "input": {"k": "x"}},
                {"role": "tool", "content": "found", "tool": "search-actors"},
            ],
        },
    ],
}
MESSAGES = {
    "toolsets": {"s": [{"name": "get", "inputSchema": {}}]},
    "cases": [
        {"id": "m1", "messages": [{"role": "user", "content": "Get it"}], "expected": {"tools": ["get"], "calls": [
            {"name": "get", "args_any_of": {"a": [1], "b": ["x", "y"], "c": ["z", ""]}}]}},
        {"id": "m2", "messages": [{"role": "assistant", "content": "Hm"}], "expected": "get"},
    ],
}  # fmt: skip
BFCL: list[dict[str, Any]] = [
    {"id": "multiple_0", "question": [[{"role": "user", "content": "Area of 3 by 4?"}]], "function": [
        {"name": "area", "description": "d", "parameters": {"type": "dict", "properties": {"w": {"type": "float"}}}}]},
    {"id": "multiple_1", "question": [[{"role": "user", "content": "x"}], [{"role": "user", "content": "y"}]],
     "function": []},
    {"id": "multiple_2", "question": [[{"role": "user", "content": "no answer"}]], "function": []},
    {"id": "live_irrelevance_0", "question": [[{"role": "user", "content": "Sing!"}]], "function": []},
]  # fmt: skip
DEEPEVAL = [
    {"input": "Where is it?", "expected_tools": [{"name": "lookup", "input_parameters": {"id": "K1"}}]},
    {"input": "Hello", "expectedTools": [], "expectedOutput": "Hi"},
    {"input": "Say more", "expected_output": "More"},
    {"input": "Both", "expected_tools": ["a", "b"]},
]
SCORER = [
    {"tool": "make_file", "args": {"name": "p.txt"}, "description": "Write a poem to p.txt"},
    {"tool": "read_file", "args": {"name": "p.txt"}},
]
PROMPTFOO = """\
prompts: ["Please: {{query}}"]
providers: [openai:gpt]
tests:
  - description: weather in town
    vars: {query: "How warm is it?"}
    assert:
      - {type: tool-call-f1, value: [get_weather]}
      - {type: not-tool-call-f1, value: [delete_all]}
  - vars: {query: "Rain?"}
    assert: [{type: javascript, value: "output[0].function.name === 'get_rain'"}]
  - vars: {query: "Nice?"}
    assert: [{type: llm-rubric, value: is nice}]
  - vars: {a: x, b: y}
    assert: [{type: tool-call-f1, value: "one, two"}]
  - file://more.yaml
"""
CSV = """\
id;Query;Expected Tool;must-not;abstain;note
r1;It never came, repay me at anna.berg@berg-mail.net;issue_refund;start_return;;
r2;Hello there;none;;chat;
r3;Either;a|b;;;two are right
r4;;a;;;
"""
LOG: list[dict[str, Any]] = [
    {"id": "c1", "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hi, my name is Anna Berg"},
        {"role": "assistant", "content": "Hello"},
        {"role": "user", "content": "My parcel is lost, repay me"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "1", "function": {"name": "start_return", "arguments": "{\"order\": \"K1\"}"}}]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"}]},
    {"messages": [{"role": "user", "content": [{"type": "text", "text": "Any lamps?"}]},
                  {"role": "assistant", "content": [{"type": "tool_use", "name": "check_stock", "input": {}}]}],
     "corrected": "lookup_order"},
    {"messages": [{"role": "user", "content": "Thanks!"}, {"role": "assistant", "content": "Bye"}]},
    {"messages": [{"role": "assistant", "content": "Anybody?"}]},
]  # fmt: skip

FILES: dict[str, tuple[str, str]] = {
    "azure": ("prompts.md", AZURE),
    "apify": ("cases.json", json.dumps(APIFY, indent=1)),
    "messages": ("messages.json", json.dumps(MESSAGES, indent=1)),
    "bfcl": ("BFCL_multiple.json", "\n".join(map(json.dumps, BFCL))),
    "deepeval": ("goldens.json", json.dumps(DEEPEVAL)),
    "tool-scorer": ("gold.json", json.dumps(SCORER)),
    "promptfoo": ("promptfooconfig.yaml", PROMPTFOO),
    "csv": ("table.csv", CSV),
    "chat-log": ("log.jsonl", "\n\n".join(map(json.dumps, LOG))),
}


def put(folder: Path, name: str) -> Path:
    file, text = FILES[name]
    path = folder / file
    path.write_text(text, encoding="utf-8")
    if name == "bfcl":
        (folder / "possible_answer").mkdir(exist_ok=True)
        truth = {"id": "multiple_0", "ground_truth": [{"area": {"w": [3.0], "h": [4, 4.0], "unit": ["", "cm"]}}]}
        (folder / "possible_answer" / file).write_text(json.dumps(truth), encoding="utf-8")
    return path


def read(folder: Path, name: str) -> importing.Imported:
    return importing.read(put(folder, name))


def test_every_importer_has_a_case() -> None:
    assert set(FILES) == set(importing.formats())


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_file_is_recognised_by_its_importer_alone(tmp_path: Path, name: str) -> None:
    source = importing._source(put(tmp_path, name))
    assert [kind.name for kind in importing.formats().values() if kind().recognises(source)] == [name]


@pytest.mark.parametrize("name", sorted(FILES))
def test_what_is_imported_is_written_and_read_again(tmp_path: Path, name: str) -> None:
    imported = read(tmp_path, name)
    folder = tmp_path / "suite"
    (folder / "cases").mkdir(parents=True)
    (folder / "suite.yaml").write_text("server: s\n", encoding="utf-8")
    (folder / "cases" / "i.yaml").write_text(writing.cases_text(imported.cases, head="from x"), encoding="utf-8")
    again = [case for case in suites.read(folder / "suite.yaml").cases if not case.step]
    assert [case.id for case in again] == [draft.id for draft in imported.cases]
    assert [case.request for case in again] == [draft.request for draft in imported.cases]
    assert [case.expected for case in again] == [draft.expected for draft in imported.cases]
    assert [case.history for case in again] == [draft.history for draft in imported.cases]
    assert [dict(case.arguments) for case in again if not case.steps] == [
        dict(draft.arguments) for draft in imported.cases if not draft.steps
    ]


def test_azure(tmp_path: Path) -> None:
    first, second, third = read(tmp_path, "azure").cases
    assert (first.request, first.expected, first.category) == ("List my accounts", ("storage_list",), "Storage")
    assert second.request == "Show me <account-name> | all of it"
    assert (third.request, third.expected, third.category) == ("What keys are there?", ("keys_list",), "Keys")
    assert first.position.line == 7
    assert [skip.position.line for skip in read(tmp_path, "azure").skipped] == [9]


def test_apify(tmp_path: Path) -> None:
    imported = read(tmp_path, "apify")
    assert [(case.id, case.expected) for case in imported.cases] == [
        ("a-1", ("search-actors",)),
        ("a-2", ()),
        ("a-4", ("call-actor", "search-actors")),
    ]
    assert imported.cases[2].history == (
        Message("user", "Find one"),
        Message("assistant", "", "search-actors", {"k": "x"}),
        Message("tool", "found", "search-actors"),
    )
    (skipped,) = imported.skipped
    assert skipped.reason == "says no expected tools"
    assert (
        FILES["apify"][1]
        .splitlines()[skipped.position.line - 1 : skipped.position.line + 1][1]
        .strip()
        .startswith('"id": "a-3"')
    )


def test_messages(tmp_path: Path) -> None:
    imported = read(tmp_path, "messages")
    (case,) = imported.cases
    assert case.arguments == {"a": {"equal": 1}, "b": {"one_of": ["x", "y"]}}
    assert [tool["name"] for tool in imported.tools] == ["get"]
    assert imported.skipped[0].reason == "does not end with a request"


def test_bfcl(tmp_path: Path) -> None:
    imported = read(tmp_path, "bfcl")
    area, irrelevant = imported.cases
    assert (area.expected, area.arguments) == (("area",), {"w": {"equal": 3.0}, "h": {"one_of": [4, 4.0]}})
    assert (irrelevant.expected, irrelevant.abstain) == ((), "unsupported")
    assert [skip.position.line for skip in imported.skipped] == [2, 3]
    assert imported.tools[0]["inputSchema"] == {"type": "object", "properties": {"w": {"type": "number"}}}


def test_deepeval(tmp_path: Path) -> None:
    imported = read(tmp_path, "deepeval")
    assert [case.expected for case in imported.cases] == [("lookup",), (), ("a", "b")]
    assert imported.cases[0].arguments == {"id": {"equal": "K1"}}
    assert len(imported.skipped) == 1


def test_tool_scorer(tmp_path: Path) -> None:
    (case,) = read(tmp_path, "tool-scorer").cases
    assert [step.tool for step in case.steps] == ["make_file", "read_file"]
    assert case.steps[0].arguments == {"name": {"equal": "p.txt"}}
    assert case.guessed
    assert writing.cases_text([case]).count("REVIEW: ") == 1


def test_promptfoo(tmp_path: Path) -> None:
    imported = read(tmp_path, "promptfoo")
    weather, rain = imported.cases[:2]
    assert (weather.id, weather.request) == ("weather-in-town", "Please: How warm is it?")
    assert (weather.expected, weather.must_not) == (("get_weather",), ("delete_all",))
    assert rain.expected == ("get_rain",)
    assert [skip.reason for skip in imported.skipped] == [
        "asserts nothing about which tool is called",
        "is kept in another file; import that one",
    ]


def test_csv(tmp_path: Path) -> None:
    imported = read(tmp_path, "csv")
    refund, hello, either = imported.cases
    assert (refund.request, refund.must_not) == ("It never came, repay me at sam1@example.com", ("start_return",))
    assert (hello.expected, hello.abstain) == ((), "chat")
    assert (either.expected, either.note) == (("a", "b"), "two are right")
    assert [(each.kind, each.value) for each in imported.replaced] == [("e-mail", "anna.berg@berg-mail.net")]
    assert imported.skipped[0].position.line == 5


def test_chat_log(tmp_path: Path) -> None:
    imported = read(tmp_path, "chat-log")
    lost, lamps, thanks = imported.cases
    assert (lost.request, lost.expected, lost.guessed) == ("My parcel is lost, repay me", ("start_return",), True)
    assert lost.history[0].content == "Hi, my name is Sam Taylor"
    assert (lamps.request, lamps.expected, lamps.guessed) == ("Any lamps?", ("lookup_order",), False)
    assert (thanks.expected, thanks.guessed) == ((), True)
    assert imported.skipped[0].position.line == 7


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", "{", "a.json:1:2: is no JSON"),
        ("a.jsonl", '{"id": 1}\nx', "a.jsonl:2: is no JSON"),
        ("a.yaml", "a: [", "a.yaml:"),
        ("a.json", '{"testCases": [{"id": "x"}]}', "a.json:1:16: entry 1 has no query"),
        ("a.json", '[{"input": "", "expected_tools": []}]', "a.json:1:2: golden 1 has no input text"),
        ("a.json", '[{"input": "x", "expected_tools": [{}]}]', "a.json:1:2: an expected tool has no name"),
        (
            "a.json",
            '[{"messages": [{"role": "user", "content": "x"}], "expected": 5}]',
            "a.json:1:63: expected must be",
        ),
        ("a.csv", "a,b\n1,2\n", "a.csv:1: has no column for the request"),
        ("a.csv", "query,b\n1,2\n", "a.csv:1: has no column for the expected"),
        ("a.json", '[{"messages": []}]', "holds no case that chat-log can read: "),
        ("a.json", "5", "is of no format that is known here"),
        ("a.txt", "hello", "is of no format that is known here"),
        ("a.md", "# hello", "is of no format that is known here"),
    ],
)
def test_what_is_broken_names_file_line_and_case(tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SuiteError) as caught:
        importing.read(path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "words"), [("nothing", "--format nothing: there are apify"), ("csv", "does not look like csv")]
)
def test_a_format_that_does_not_fit_is_said(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(SuiteError, match=words):
        importing.read(put(tmp_path, "apify"), format_name=name)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="No such file"):
        importing.read(tmp_path / "none.json")
    (tmp_path / "latin.csv").write_bytes("query,tool\nGröße,x\n".encode("latin-1"))
    with pytest.raises(SuiteError, match="is no UTF-8 text"):
        importing.read(tmp_path / "latin.csv")


def test_ids_are_well_formed_and_their_own(tmp_path: Path) -> None:
    rows = ["id,query,tool", "a b!,One two,x", "a b!,One two,x", ",One two,x", ",One two,x", ",???,x", "taken,Five,x"]
    path = tmp_path / "ids.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    ids = [case.id for case in importing.read(path, taken=("taken",)).cases]
    assert ids == ["a-b", "a-b-2", "one-two", "one-two-2", "case", "taken-2"]


def test_nothing_is_replaced_where_that_is_not_wanted(tmp_path: Path) -> None:
    imported = importing.read(put(tmp_path, "csv"), redact=False)
    assert "anna.berg@berg-mail.net" in imported.cases[0].request
    assert imported.replaced == ()


@pytest.mark.parametrize(("file", "cases", "tools"), [("apify_mcp.json", 78, 18), ("bfcl_sample.json", 419, 443)])
def test_public_sets_come_in_whole(shared: Path, file: str, cases: int, tools: int) -> None:
    imported = importing.read(shared / "data" / "cases" / file)
    assert (len(imported.cases), len(imported.tools), imported.skipped) == (cases, tools, ())
    assert imported.replaced == ()


HOSTILE = [
    {"messages": [None, 5, {"role": 5}, {"role": "user"}]},
    {"messages": [{"role": "user", "content": {"a": 1}}], "expected": None},
    {"testCases": [None]},
    {"testCases": {}},
    {"tests": [5, None], "prompts": 5},
    [{"question": 5, "function": 5}],
    [{"question": [5], "function": [5]}],
    [{"tool": "x", "args": 5}],
    [{"input": 5, "expected_tools": 5}],
    {"cases": [{"messages": 5, "expected": 5}]},
    [[]],
    [None],
    {},
    "x",
]


@pytest.mark.parametrize("data", HOSTILE, ids=[str(number) for number in range(len(HOSTILE))])
def test_odd_shapes_are_refused_in_one_line(tmp_path: Path, data: object) -> None:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SuiteError) as caught:
        importing.read(path)
    assert "\n" not in str(caught.value)
