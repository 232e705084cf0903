"""Every trace format reads its sample, recognised by shape alone; whole files become scorecards."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.cli.main import run
from toolwatch.errors import UsageError
from toolwatch.model.trace import Call, Golden, GoldenCall, Order, Trace
from toolwatch.score.scorecard import scorecard
from toolwatch.score.trace_format import formats, read_calls

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.json"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_sample(sample: Path) -> None:
    data = json.loads(sample.read_text())
    name, calls = read_calls(data["document"], where=str(sample))
    assert name == sample.stem.split(".")[0]
    assert calls == tuple(
        Call(tool, arguments, failed, result=result) for tool, arguments, failed, result in data["calls"]
    )


def test_every_format_has_a_sample() -> None:
    assert {one.name for one in formats()} == {sample.stem.split(".")[0] for sample in SAMPLES}


def test_an_agent_that_called_nothing() -> None:
    assert read_calls([], where="x") == ("plain", ())


def turn(role: str = "assistant", content: Any = "I cannot.", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


ASKED = turn("user", "Delete all.")


@pytest.mark.parametrize(
    "document",
    [
        pytest.param([ASKED, turn()], id="a list of turns"),
        pytest.param({"messages": [ASKED, turn()]}, id="under messages"),
        pytest.param({"messages": [ASKED, turn(tool_calls=None, function_call={})]}, id="empty calls are no calls"),
        pytest.param({"messages": [ASKED, turn(additional_kwargs={"refusal": None})]}, id="nor what says nothing"),
        pytest.param({"messages": [turn(content=[{"type": "text", "text": "x"}])]}, id="blocks of text"),
        pytest.param({"messages": [turn(content=None)]}, id="not even a word"),
        pytest.param({"messages": [ASKED, turn()], "usage": {"total": 3}, "tools": [{"name": "a"}]}, id="facts beside"),
        pytest.param({"contents": [{"role": "model", "parts": [{"text": "x", "thought": True}]}]}, id="Gemini"),
        pytest.param([{"lc": 1, "type": "constructor", "id": ["langchain"], "kwargs": {"type": "ai", "content": "x"}}],
                     id="LangChain, serialised"),
    ],
)  # fmt: skip
def test_words_alone_are_a_conversation_without_calls(document: Any) -> None:
    assert read_calls(document, where="x") == ("conversation", ())


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"messages": [ASKED]}, id="the agent said nothing"),
        pytest.param({"messages": []}, id="nobody did"),
        pytest.param({"messages": [ASKED, turn(toolInvocations=[{"toolName": "wipe"}])]}, id="an unknown field"),
        pytest.param({"messages": [ASKED, turn(function_call={"name": "wipe"})]}, id="the old function call"),
        pytest.param({"messages": [ASKED, turn(content=[{"type": "tool-call", "toolName": "wipe"}])]}, id="a block"),
        pytest.param({"messages": [ASKED, turn(content=[{"type": "tool_result"}])]}, id="an answer of a tool"),
        pytest.param({"messages": [ASKED, turn(content={"tool": "wipe"})]}, id="a content of its own"),
        pytest.param({"messages": [turn(), turn("tool", "done")]}, id="a tool's turn"),
        pytest.param({"messages": [turn(), 3]}, id="a turn that is none"),
        pytest.param({"messages": [turn()], "steps": [{"action": "wipe"}]}, id="another list beside"),
        pytest.param({"messages": [turn()], "run": {"steps": [["wipe"]]}}, id="another list below"),
        pytest.param({"contents": [{"role": "model", "parts": [{"executableCode": {}}]}]}, id="a part"),
        pytest.param({"output": [turn(), {"type": "web_search_call", "id": "x"}]}, id="an item"),
    ],
)
def test_what_may_be_a_call_is_no_conversation(document: Any) -> None:
    with pytest.raises(UsageError, match="is in no known trace format"):
        read_calls(document, where="x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["messages", "tool_calls", "function", "name", "type", "output", "content", "parts", "spans",
                         "contents", "functionCall", "method", "params", "attributes", "resourceSpans", "calls", "tool",
                         "role", "usage",
                         "scopeSpans", "intermediate_steps", "data", "kwargs", "choices", "message", "input", "args"]),
        inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@pytest.mark.sample
@given(JSON)
@settings(deadline=None, derandomize=True, max_examples=300)
def test_any_document_is_read_or_refused_in_one_line(data: Any) -> None:
    if not any(one.recognises(data) for one in formats()):
        with pytest.raises(UsageError, match=r"^file\.json: is in no known trace format"):
            read_calls(data, where="file.json")
        return
    with contextlib.suppress(UsageError):
        assert all(isinstance(call.tool, str) for call in read_calls(data, where="file.json")[1])


GOLDEN = {
    "tasks": [
        {
            "task": "dispute",
            "order": "partial",
            "calls": [
                {"tool": "look_up", "optional": True},
                {"tool": "find_charge", "arguments": {"card": {"regex": "^44"}}},
                {"tool": "refund", "arguments": {"id": 7}},
            ],
            "forbidden": [
                {"tool": "close_account", "why": "nobody asked for it"},
                {"tool": "mail", "arguments": {"to": {"$regex": "@evil"}}, "why": "leaks"},
            ],
        }
    ]
}
GOOD = [{"tool": "find_charge", "args": {"card": "4411"}}, {"tool": "refund", "args": {"id": 7}}]


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    file = tmp_path / "golden.yaml"
    file.write_text(yaml.safe_dump(GOLDEN))
    return file


@pytest.mark.parametrize(
    ("calls", "code", "says"),
    [
        pytest.param(GOOD, 0, "passed", id="right"),
        pytest.param([{"tool": "look_up"}, *GOOD], 0, "passed", id="the optional call"),
        pytest.param(GOOD[::-1], 1, "in the order", id="wrong order"),
        pytest.param(GOOD[:1], 1, "is missing", id="a call is missing"),
        pytest.param([*GOOD, {"tool": "close_account"}], 1, "FORBIDDEN: call 3, close_account: nobody", id="forbidden"),
        pytest.param([GOOD[0], {"tool": "refund", "args": {"id": 7, "password": "hunter2"}}], 0,
                     "SECRET: call 2, refund/password", id="a secret is said, not shown"),
        pytest.param([*GOOD, {"tool": "mail", "args": {"to": "x@evil.example"}}], 1, "FORBIDDEN: call 3, mail: leaks",
                 id="forbidden by an argument"),
        pytest.param([*GOOD, {"tool": "mail", "args": {"to": "x@shop.example"}}], 0, "passed",
                     id="another argument is allowed"),
        pytest.param([GOOD[0], {"tool": "refund", "args": {"id": 8}}], 1, "wrong arguments", id="wrong argument"),
    ],
)  # fmt: skip
def test_command(
    calls: list[Any], code: int, says: str, golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dispute.json").write_text(json.dumps(calls))
    assert run(["score", str(tmp_path / "dispute.json"), "--golden", str(golden)]) == code
    out = capsys.readouterr().out
    assert says in out
    assert "hunter2" not in out
    assert run(["score", str(tmp_path / "dispute.json"), "--golden", str(golden), "--format", "json"]) == code
    document = json.loads(capsys.readouterr().out)
    assert document["passed"] is (code == 0)
    assert document["tasks"][0]["process"]["precision_kind"] == "jaccard"
    assert "hunter2" not in json.dumps(document)


REFUND = {"tool": "refund", "args": {"id": 7}}
LOOK = {"tool": "look"}
NO_SEND = {"forbidden": [{"tool": "send"}]}
LOOKED = {"side_effects": [{"name": "looked", "tool": "look"}]}
FAILED = {**REFUND, "failed": True}
ONE = [{"tool": "refund", "arguments": {"id": 7}}]
LOOK_FIRST = [{"tool": "look", "optional": True}, *ONE]


@pytest.mark.parametrize("order", ["exact", "partial", "any"])
@pytest.mark.parametrize(
    ("task", "calls", "passes"),
    [
        pytest.param({"calls": []}, [], True, id="no call is right, and none made"),
        pytest.param({"calls": []}, [LOOK], False, id="no call is right"),
        pytest.param({"calls": [], **NO_SEND}, [LOOK], False, id="no call is right, and one of them is worst"),
        pytest.param({"calls": []}, [FAILED], False, id="nor one that fails"),
        pytest.param({"forbidden": [{"tool": "wipe"}]}, [], True, id="one is forbidden, none made"),
        pytest.param({"calls": ONE}, [REFUND], True, id="the call"),
        pytest.param({"calls": ONE}, [], False, id="no call"),
        pytest.param({"calls": ONE}, [FAILED], False, id="it failed"),
        pytest.param({"calls": ONE}, [{**REFUND, "is_error": True}], False, id="an error is a failure"),
        pytest.param({"calls": ONE * 2}, [REFUND, FAILED], False, id="one of two failed"),
        pytest.param({"calls": LOOK_FIRST}, [REFUND], True, id="without the optional call"),
        pytest.param({"calls": LOOK_FIRST}, [LOOK, REFUND], True, id="with it"),
        pytest.param({"calls": LOOK_FIRST}, [{**LOOK, "failed": True}, REFUND], True, id="an optional call may fail"),
        pytest.param({"calls": LOOK_FIRST}, [LOOK, FAILED], False, id="the other may not"),
    ],
)
def test_which_calls_are_made(
    task: dict[str, Any], calls: list[Any], passes: bool, order: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "golden.yaml").write_text(yaml.safe_dump({"tasks": [{"task": "t", "order": order, **task}]}))
    (tmp_path / "t.json").write_text(json.dumps(calls))
    assert run(["score", str(tmp_path / "t.json"), "--golden", str(tmp_path / "golden.yaml")]) == (not passes)
    assert ("FORBIDDEN: call 1, " in capsys.readouterr().out) is (
        task.get("calls") == [] and "side_effects" not in task and bool(calls)
    )


@pytest.mark.parametrize(("order", "passes"), [("exact", False), ("partial", True), ("any", True)])
@pytest.mark.parametrize("task", [NO_SEND, LOOKED, {"calls": [], **LOOKED}], ids=["a rule", "an effect", "both"])
def test_what_is_not_asked_for_may_be_called_where_the_order_is_not_exact(
    task: dict[str, Any], order: str, passes: bool, tmp_path: Path
) -> None:
    (tmp_path / "golden.yaml").write_text(yaml.safe_dump({"tasks": [{"task": "t", "order": order, **task}]}))
    (tmp_path / "t.json").write_text(json.dumps([LOOK]))
    assert run(["score", str(tmp_path / "t.json"), "--golden", str(tmp_path / "golden.yaml")]) == (not passes)


@pytest.mark.parametrize(("order", "passes"), [("exact", False), ("partial", True), ("any", True)])
def test_a_second_try_makes_the_call_but_is_not_just_that_call(order: str, passes: bool) -> None:
    golden = Golden("t", (GoldenCall("refund", {"id": {"equal": 7}}),), Order(order))
    first, second = Call("refund", {"id": 7}, failed=True), Call("refund", {"id": 7})
    assert scorecard(Trace("t", (first, second)), golden).passed is passes


KEY = "sk-proj-" + "a1B2" * 10


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param({KEY: "x"}, id="a name"),
        pytest.param({KEY: 3}, id="a name of a number"),
        pytest.param({"headers": {f"X-Key {KEY}": ""}}, id="a name below"),
        pytest.param({KEY: {KEY: [KEY]}}, id="every name on the way"),
        pytest.param({"note": f"use {KEY}"}, id="a value"),
    ],
)
def test_a_credential_is_said_and_never_shown(
    arguments: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "g.yaml").write_text("tasks: [{task: t, calls: [{tool: a}]}]")
    (tmp_path / "t.json").write_text(json.dumps([{"tool": "a", "args": arguments}]))
    for format_name in ("text", "json"):
        assert run(["score", str(tmp_path / "t.json"), "--golden", str(tmp_path / "g.yaml"), "-f", format_name]) == 0
        said = capsys.readouterr()
        assert "OpenAI key" in said.out
        assert KEY not in said.out + said.err


def test_the_safety_matrix_takes_the_tools_own_word(
    golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["look_up", "find_charge", "refund", "close_account", "mail", "wipe"]
    tools = [{"name": name, "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": name == "wipe"}}
             for name in names]  # fmt: skip
    (tmp_path / "tools.json").write_text(json.dumps(tools))
    (tmp_path / "dispute.json").write_text(json.dumps([*GOOD, {"tool": "wipe"}]))
    arguments = [
        "score",
        str(tmp_path / "dispute.json"),
        "--golden",
        str(golden),
        "--tools",
        str(tmp_path / "tools.json"),
    ]
    assert run(arguments) == 1
    assert "UNSAFE: wipe" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("tools", "code"),
    [
        pytest.param([{"name": "a", "inputSchema": {"type": "object"}}], 0, id="whole"),
        pytest.param([{"name": "a", "inputSchema": {"type": "object"}}, 3], 3, id="an entry is no tool"),
        pytest.param([{"name": "a", "inputSchema": {"type": "object"}}, {"name": 3}], 3, id="an entry is broken"),
        pytest.param([3], 3, id="none is one"),
        pytest.param("x", 3, id="no list at all"),
    ],
)
def test_a_list_that_was_not_seen_whole_says_nothing_of_what_destroys(
    tools: Any, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
    (tmp_path / "g.yaml").write_text("tasks: [{task: t, calls: [{tool: a}]}]")
    (tmp_path / "t.json").write_text('[{"tool": "a"}]')
    files = [str(tmp_path / name) for name in ("t.json", "g.yaml", "tools.json")]
    assert run(["score", files[0], "--golden", files[1], "--tools", files[2]]) == code
    said = capsys.readouterr()
    assert bool(said.out) is (code == 0)
    assert len(said.err.splitlines()) == (code != 0)


BAD = [
    pytest.param("dispute.json", "{", "is no JSON (line 1, column 2)", id="no JSON"),
    pytest.param("dispute.json", "[" * 100_000, "is no JSON (too deep)", id="too deep"),
    pytest.param("dispute.json", '[{"tool": "a", "args": ' + '{"k":' * 300 + "1" + "}" * 300 + "}]",
                 "is nested more than 200 levels deep", id="deep arguments"),
    pytest.param("dispute.json", '{"what": 1}', "is in no known trace format", id="unknown format"),
    pytest.param("other.json", "[]", "has no task 'other'; it has dispute", id="unknown task"),
    pytest.param(
        "dispute.jsonl", '{"task": "dispute", "calls": []}\nx', "dispute.jsonl:2: is no JSON", id="one bad line"
    ),
    pytest.param("dispute.json", '{"calls": [{"tool": "a"}, 3]}', "no known trace format", id="half a list"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "says"), BAD)
def test_bad_traces_are_one_line(
    name: str, text: str, says: str, golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text)
    assert run(["score", str(tmp_path / name), "--golden", str(golden)]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert name in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"tasks": []}, "tasks: has too few entries"),
        ({"taks": []}, "taks: is not a field"),
        (
            {"tasks": [{"task": "dispute", "calls": [{"tool": "nope"}]}]},
            "there is no tool 'nope'; there are find_charge",
        ),
        ({"tasks": [{"task": "a"}, {"task": "a"}]}, "stands here twice"),
        ({"tasks": [{"task": "a", "order": "some"}]}, "order"),
        ({"tasks": [{"task": "a", "calls": [{"tool": "t", "arguments": {"x": {"like": 1}}}]}]}, "give exactly one of"),
    ],
)
def test_bad_golden_files_name_their_line(
    change: dict[str, Any], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "g.yaml").write_text(yaml.safe_dump(change))
    (tmp_path / "dispute.json").write_text("[]")
    (tmp_path / "tools.json").write_text('[{"name": "find_charge", "inputSchema": {"type": "object"}}]')
    assert run(["score", str(tmp_path / "dispute.json"), "--golden", str(tmp_path / "g.yaml"),
                "--tools", str(tmp_path / "tools.json")]) == 2  # fmt: skip
    err = capsys.readouterr().err
    assert says in err
    assert "g.yaml:" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        pytest.param("dispute.json", '[{"tool": "a", "seconds": 1%s}]' % ("0" * 400), "no number that can be added up",
                     id="a time beyond all floats"),
        pytest.param("dispute.json", '[{"tool": "a", "cost": -1e300}]', "no number that can be added up", id="a cost"),
        pytest.param("dispute.json", '[{"tool": "a", "cost": 1e999}]', "a number is too large", id="1e999"),
        pytest.param("dispute.json", '[{"tool": "a", "cost": %s}]' % ("9" * 5000), "too many digits", id="digits"),
        pytest.param("dispute.json", '[{"tool": "a", "seconds": NaN}]', "is no JSON (NaN is no number)", id="NaN"),
        pytest.param("dispute.json", '[{"tool": "a", "args": {"x": [Infinity]}}]', "Infinity is no number",
                     id="infinity"),
        pytest.param("dispute.jsonl", '[]\n[{"tool": "a", "cost": -Infinity}]', "dispute.jsonl:2: is no JSON",
                     id="a line"),
        pytest.param("dispute.json", json.dumps([{"tool": "a", "args": '{"k":' * 300 + "1" + "}" * 300}]),
                     "arguments nested more than 200", id="deep arguments in a text"),
        pytest.param("dispute.json", "", "is no JSON", id="empty"),
        pytest.param("dispute.JSON", "", "is no JSON", id="empty, in capitals"),
        pytest.param("dispute.jsonl", "\n \n", "holds no trace", id="no line"),
        pytest.param("dispute.ndjson", "", "holds no trace", id="no line of the other ending"),
        pytest.param("dispute.JSONL", "", "holds no trace", id="no line, in capitals"),
        pytest.param("dispute.json", '{"traces": []}', "holds no trace", id="no entry"),
        pytest.param("dispute.ndjson", "x", "dispute.ndjson:1: is no JSON", id="a bad line"),
        pytest.param("dispute.json", "\udc80", "is no UTF-8 text", id="no UTF-8"),
        pytest.param("dispute.json", None, "no such file or folder", id="a link to nowhere"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("folder", [True, False], ids=["in a folder", "alone"])
def test_a_trace_that_says_nothing_is_refused(
    name: str, text: str | None, says: str, folder: bool, golden: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    traces = tmp_path / "traces" / "below"
    traces.mkdir(parents=True)
    (traces.parent / "good.jsonl").write_text(json.dumps({"task": "dispute", "calls": GOOD}))
    if text is None:
        (traces / name).symlink_to(tmp_path / "nowhere")
    else:
        (traces / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    path = traces.parent if folder else traces / name
    assert run(["score", str(path), "--golden", str(golden)]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert name in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)


@pytest.mark.parametrize("ending", ["json", "JSON", "jsonl", "JSONL", "ndjson", "NdJson"])
def test_every_ending_is_read_in_any_case(
    ending: str, golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "traces").mkdir()
    file = tmp_path / "traces" / f"dispute.{ending}"
    file.write_text(json.dumps({"task": "dispute", "calls": GOOD}) + "\n")
    (tmp_path / "traces" / "notes.txt").write_text("no trace")
    (tmp_path / "traces" / "folder.json").mkdir()
    for path in (file, file.parent):
        assert run(["score", str(path), "--golden", str(golden), "--format", "json"]) == 0
        assert len(json.loads(capsys.readouterr().out)["tasks"]) == 1


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_a_separator_of_lines_may_stand_in_a_line(separator: str, golden: Path, tmp_path: Path) -> None:
    calls = [{**GOOD[0], "result": f"one{separator}two"}, GOOD[1]]
    text = json.dumps({"task": "dispute", "calls": calls}, ensure_ascii=False)
    (tmp_path / "t.jsonl").write_text(f"{text}\n", encoding="utf-8")
    assert run(["score", str(tmp_path / "t.jsonl"), "--golden", str(golden)]) == 0


def test_a_pipe_among_traces_is_not_waited_for(
    golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "traces").mkdir()
    os.mkfifo(tmp_path / "traces" / "dispute.json")
    assert run(["score", str(tmp_path / "traces"), "--golden", str(golden)]) == 2
    assert "dispute.json: is no regular file" in capsys.readouterr().err


def test_a_task_without_a_trace_never_passes(golden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golden.write_text(yaml.safe_dump({"tasks": [*GOLDEN["tasks"], {"task": "quiet"}]}))
    (tmp_path / "dispute.json").write_text(json.dumps(GOOD))
    assert run(["score", str(tmp_path / "dispute.json"), "--golden", str(golden)]) == 1
    assert "no trace for the task quiet" in capsys.readouterr().out
