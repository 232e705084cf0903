"""Side effects: each validator by hand, properties, and the command from golden file to exit code."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwatch.cli.main import run
from toolwatch.model.trace import Call, Golden, GoldenCall, SideEffect, Trace
from toolwatch.score.metrics.side_effects import side_effect_score, validate
from toolwatch.score.scorecard import scorecard
from toolwatch.suites import golden

REFUND = SideEffect("refunded", ("refund",), {"id": {"equal": 7}})
SAYS_OK = SideEffect("refunded", ("refund",), result={"$contains": "ok"})
PAID = SideEffect("refunded", ("refund",), result_fields={"status": {"one_of": ["paid", "sent"]}})
ONCE = SideEffect("refunded", ("refund",), at_most=1)
NO_MAIL = SideEffect("mail to strangers", ("mail", "post"), {"to": {"$regex": "@evil"}}, forbidden=True)
NO_LEAK = SideEffect("a key comes back", ("*",), result={"regex": "^key-"}, forbidden=True)


def refund(identity: int = 7, result: Any = None, *, failed: bool = False) -> Call:
    return Call("refund", {"id": identity}, failed, result=result)


@pytest.mark.parametrize(
    ("effect", "calls", "made_by", "undecided", "held"),
    [
        pytest.param(REFUND, [refund()], (0,), (), True, id="the call was made"),
        pytest.param(REFUND, [], (), (), False, id="no call"),
        pytest.param(REFUND, [refund(8)], (), (), False, id="other arguments"),
        pytest.param(REFUND, [Call("refund")], (), (), False, id="no argument"),
        pytest.param(REFUND, [Call("mail", {"id": 7})], (), (), False, id="another tool"),
        pytest.param(REFUND, [refund(failed=True)], (), (), False, id="an error has no effect"),
        pytest.param(REFUND, [refund(failed=True), refund()], (1,), (), True, id="the second try"),
        pytest.param(SAYS_OK, [refund(result="all ok")], (0,), (), True, id="the result says so"),
        pytest.param(SAYS_OK, [refund(result="no")], (), (), False, id="the result says otherwise"),
        pytest.param(SAYS_OK, [refund()], (), (0,), False, id="no result: undecided never speaks for the agent"),
        pytest.param(SAYS_OK, [refund(result={"a": "ok"})], (0,), (), True, id="an object is searched as JSON text"),
        pytest.param(SAYS_OK, [refund(result=["ok", 1])], (0,), (), True, id="an item of a list"),
        pytest.param(PAID, [refund(result={"status": "sent"})], (0,), (), True, id="a field"),
        pytest.param(PAID, [refund(result='{"status": "paid"}')], (0,), (), True, id="a field of a JSON text"),
        pytest.param(PAID, [refund(result="paid")], (), (), False, id="a text has no fields"),
        pytest.param(PAID, [refund(result={"state": "paid"})], (), (), False, id="another field"),
        pytest.param(ONCE, [refund()], (0,), (), True, id="once, at most once"),
        pytest.param(ONCE, [refund(), refund()], (0, 1), (), False, id="twice, at most once"),
        pytest.param(SideEffect("x", ("refund",), at_least=2), [refund()], (0,), (), False, id="once, at least twice"),
        pytest.param(SideEffect("x", ("refund",), at_least=2), [refund()] * 3, (0, 1, 2), (), True, id="thrice"),
        pytest.param(SideEffect("x", ("refund",), at_least=0, at_most=1), [], (), (), True, id="never, at most once"),
        pytest.param(NO_MAIL, [], (), (), True, id="forbidden: no call"),
        pytest.param(NO_MAIL, [Call("mail", {"to": "a@shop"})], (), (), True, id="forbidden: to somebody else"),
        pytest.param(NO_MAIL, [refund(), Call("post", {"to": "x@evil"})], (1,), (), False, id="forbidden: happened"),
        pytest.param(NO_MAIL, [Call("mail", {"to": "x@evil"}, True)], (), (), True, id="forbidden: tried, and failed"),
        pytest.param(NO_LEAK, [refund(result="key-1")], (0,), (), False, id="forbidden: any tool"),
        pytest.param(NO_LEAK, [refund(result="a key-1")], (), (), True, id="forbidden: not what it says"),
        pytest.param(NO_LEAK, [refund()], (), (0,), False, id="forbidden: may have happened, so it did not pass"),
        # One that is certain and one that may be: at least 1 is sure, at most 1 is not.
        pytest.param(SideEffect("x", ("refund",), result={"equal": "ok"}, at_most=1),
                     [refund(result="ok"), refund()], (0,), (1,), False, id="perhaps too often"),
    ],
)  # fmt: skip
def test_validators(
    effect: SideEffect, calls: list[Call], made_by: tuple[int, ...], undecided: tuple[int, ...], held: bool
) -> None:
    verdict = validate(effect, calls)
    assert (verdict.made_by, verdict.undecided, verdict.held) == (made_by, undecided, held)


@pytest.mark.parametrize(
    ("effects", "calls", "rate"),
    [
        pytest.param([], [refund()], 1.0, id="nothing stated is 1, as arguments are where none is checked"),
        pytest.param([REFUND, NO_MAIL], [refund()], 1.0, id="2 of 2"),
        pytest.param([REFUND, NO_MAIL], [], 0.5, id="the expected one is missing: 1 of 2"),
        pytest.param([REFUND, NO_MAIL], [refund(), Call("mail", {"to": "@evil"})], 0.5, id="the forbidden: 1 of 2"),
        pytest.param([REFUND, SAYS_OK, NO_MAIL], [refund(result="no")], 2 / 3, id="2 of 3"),
        pytest.param([REFUND], [], 0.0, id="0 of 1"),
    ],
)
def test_the_rate(effects: list[SideEffect], calls: list[Call], rate: float) -> None:
    assert side_effect_score(effects, calls).success_rate == pytest.approx(rate)


def test_strict_tells_numbers_and_trimmed_texts_apart() -> None:
    made = [refund(result=" ok "), Call("refund", {"id": 7.0})]
    effect = SideEffect("x", ("refund",), {"id": {"equal": 7}}, at_least=2)
    assert validate(effect, made).held
    assert validate(effect, made, strict=True).made_by == (0,)
    trimmed = SideEffect("x", ("refund",), result={"equal": "ok"})
    assert validate(trimmed, made[:1]).held
    assert not validate(trimmed, made[:1], strict=True).held


VALUES = st.sampled_from([1, "ok", None, True, ["ok"], {"a": 1, "b": "ok"}, '{"b": "ok"}', "{"])
ARGUMENTS = st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3)
MATCHERS = st.one_of(
    VALUES.map(lambda value: {"equal": value}),
    st.sampled_from([{"$contains": "ok"}, {"regex": "o."}, {"present": True}, {"one_of": [1, "ok"]}]),
)
CALLS = st.lists(
    st.builds(Call, st.sampled_from("abc"), ARGUMENTS, st.booleans(), result=VALUES), max_size=4
)  # fmt: skip
EFFECTS = st.lists(
    st.builds(
        SideEffect,
        st.text(max_size=3),
        st.lists(st.sampled_from("abc*"), min_size=1, max_size=2).map(tuple),
        st.dictionaries(st.sampled_from("xyz"), MATCHERS, max_size=2),
        st.none() | MATCHERS,
        st.dictionaries(st.sampled_from("ab"), MATCHERS, max_size=2),
        st.integers(0, 2),
        st.none() | st.integers(0, 2),
        st.booleans(),
    ),
    max_size=4,
)


@pytest.mark.sample
@given(EFFECTS, CALLS)
@settings(deadline=None, derandomize=True, max_examples=200)
def test_the_rate_is_a_share_that_no_order_of_keys_changes(effects: list[SideEffect], calls: list[Call]) -> None:
    score = side_effect_score(effects, calls)
    assert 0 <= score.success_rate <= 1
    assert not any(set(one.made_by) & set(one.undecided) for one in score.effects)
    assert all(not calls[index].failed for one in score.effects for index in (*one.made_by, *one.undecided))
    turned = [
        Call(one.tool, _turned(one.arguments), one.failed, result=_turned(one.result)) for one in calls
    ]  # fmt: skip
    assert side_effect_score(effects, turned) == score
    restated = [
        replace(one, arguments=_turned(one.arguments), result_fields=_turned(one.result_fields)) for one in effects
    ]
    assert side_effect_score(restated, calls) == score


def _turned(value: Any) -> Any:
    return dict(reversed(list(value.items()))) if isinstance(value, dict) else value


@pytest.mark.sample
@given(st.lists(st.builds(Call, st.sampled_from("abc"), ARGUMENTS, result=VALUES), max_size=4))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_a_trace_that_is_golden_has_all_its_effects(calls: list[Call]) -> None:
    """Golden are the calls themselves, an effect that each makes, and the absence of one that none makes."""
    exact = [{name: {"equal": value} for name, value in call.arguments.items()} for call in calls]
    effects = [
        SideEffect(str(index), (call.tool,), exact[index], None if call.result is None else {"equal": call.result})
        for index, call in enumerate(calls)
    ]
    wanted = Golden(
        "t",
        tuple(GoldenCall(call.tool, arguments) for call, arguments in zip(calls, exact, strict=True)),
        side_effects=(*effects, SideEffect("never", ("d",), forbidden=True)),
    )
    card = scorecard(Trace("t", tuple(calls)), wanted, strict=True)
    assert card.side_effects.success_rate == 1.0
    assert card.passed


STATED = [
    {"name": "the charge is refunded", "tool": "refund", "arguments": {"id": 7}, "result": {"$contains": "ok"},
     "at_most": 1},
    {"name": "mail to\u202e strangers", "tool": ["mail", "post"], "arguments": {"to": {"$regex": "@evil"}},
     "forbidden": True},
]  # fmt: skip
GOOD = {"tool": "refund", "args": {"id": 7}, "result": "ok"}


def _score(tmp_path: Path, calls: list[Any], *more: str, effects: Any = STATED) -> int:
    (tmp_path / "golden.yaml").write_text(yaml.safe_dump({"tasks": [{"task": "t", "side_effects": effects}]}))
    (tmp_path / "t.json").write_text(json.dumps(calls))
    return run(["score", str(tmp_path / "t.json"), "--golden", str(tmp_path / "golden.yaml"), *more])


@pytest.mark.parametrize(
    ("calls", "code", "says"),
    [
        pytest.param([GOOD], 0, "side effects 1.00 (2 of 2 as stated)", id="as stated"),
        pytest.param([], 1, "made by no call, wanted at least 1, at most 1", id="it did not happen"),
        pytest.param([GOOD, GOOD], 1, "SIDE EFFECT: the charge is refunded: made by calls 1, 2", id="too often"),
        pytest.param([{**GOOD, "failed": True}], 1, "side effects 0.50 (1 of 2 as stated)", id="the call failed"),
        pytest.param([{**GOOD, "result": None}], 1, "call 1: the trace holds no result", id="undecided"),
        pytest.param([GOOD, {"tool": "mail", "args": {"to": "x@evil"}}], 1,
                     "FORBIDDEN EFFECT: mail to\\u{202e} strangers: made by call 2", id="a forbidden one"),
    ],
)  # fmt: skip
def test_command(calls: list[Any], code: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _score(tmp_path, calls) == code
    out = capsys.readouterr().out
    assert says in out
    assert "\u202e" not in out
    assert _score(tmp_path, calls, "--format", "json") == code
    document = json.loads(capsys.readouterr().out)
    assert document["passed"] is (code == 0)
    held = [one["held"] for one in document["tasks"][0]["side_effects"]["effects"]]
    assert document["tasks"][0]["side_effects"]["success_rate"] == sum(held) / 2
    assert run(["schema", "score"]) == 0
    jsonschema.Draft202012Validator(json.loads(capsys.readouterr().out)).validate(document)


def test_where_none_is_stated_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _score(tmp_path, [], effects=[]) == 0
    assert "side effects 1.00 (none stated)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ({"tool": "a"}, "golden.yaml:3:5: tasks.0.side_effects.0.name: is missing"),
        ({"name": "x"}, "tasks.0.side_effects.0.tool: is missing"),
        ({"name": "x", "tool": "a", "code": "print()"}, "code: is not a field"),
        ({"name": "x", "tool": "a", "arguments": {"y": {"like": 1}}}, "give exactly one of equal, one_of, regex"),
        ({"name": "x", "tool": "a", "result": {"regex": "("}}, "is no regular expression"),
        ({"name": "x", "tool": "a", "result": {"absent": True}}, "result: says nothing of a result; leave it out"),
        ({"name": "x", "tool": "a", "at_least": -1}, "at_least: "),
        ({"name": "x", "tool": "a", "at_least": True}, "at_least: "),
        ({"name": "x", "tool": "a", "at_least": 2, "at_most": 1}, "at_most: is less than at_least"),
        ({"name": "x", "tool": "a", "at_most": 0}, "at_most: of an effect that must not happen is written"),
        ({"name": "x", "tool": "a", "at_least": 0}, "at_least: of 0 states nothing without at_most"),
        ({"name": "x", "tool": "a", "forbidden": True, "at_most": 1}, "forbidden: goes without at_least and at_most"),
        ({"name": "x", "tool": "nope"}, "there is no tool 'nope'; there are a, b"),
        ({"name": "x", "tool": ["a", "nope"]}, "there is no tool 'nope'; there are a, b"),
        ([{"name": "x", "tool": "a"}, {"name": "x", "tool": "b"}], "the side effect 'x' stands here twice"),
    ],
)
def test_what_cannot_be_decided_names_its_line(
    effect: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tools.json").write_text(
        json.dumps([{"name": name, "inputSchema": {"type": "object"}} for name in "ab"])
    )
    effects = effect if isinstance(effect, list) else [effect]
    assert _score(tmp_path, [], "--tools", str(tmp_path / "tools.json"), effects=effects) == 2
    err = capsys.readouterr().err
    assert says in err
    assert "golden.yaml:" in err
    assert len(err.splitlines()) == 1


def test_the_example_in_the_help_is_a_golden_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "--help"]) == 0
    text = capsys.readouterr().out
    (tmp_path / "golden.yaml").write_text(text[text.index("  tasks:") : text.index("  A stored run")])
    (task,) = golden.read(tmp_path / "golden.yaml")
    assert [(one.name, one.tools, one.forbidden) for one in task.side_effects] == [
        ("refund", ("refund",), False),
        ("mail", ("mail", "post"), True),
    ]


def test_any_tool_needs_no_such_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tools.json").write_text('[{"name": "a", "inputSchema": {"type": "object"}}]')
    task = {"task": "t", "side_effects": [{"name": "x", "tool": "*", "forbidden": True}], "forbidden": [{"tool": "*"}]}
    (tmp_path / "golden.yaml").write_text(yaml.safe_dump({"tasks": [task]}))
    (tmp_path / "t.json").write_text("[]")
    files = [str(tmp_path / name) for name in ("t.json", "golden.yaml", "tools.json")]
    assert run(["score", files[0], "--golden", files[1], "--tools", files[2]]) == 0
    assert "passed" in capsys.readouterr().out
