"""Stored runs by hand: which rows they become, what `toolwatch score` prints of them, and what it refuses."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.report.cases import MODEL, outcome
from tests.report.everything import EVERYTHING, QUIET
from toolwatch import report
from toolwatch.cli.main import run
from toolwatch.model.outcome import Outcome, Status, Tally
from toolwatch.model.report import Report, Spent
from toolwatch.model.score import EditionScore, ErrorType, Rates, SelectionScore
from toolwatch.model.suite import NO_TOOL
from toolwatch.model.trial import Edition, ModelInfo
from toolwatch.runner import account
from toolwatch.runner.account import Account, Result, Told
from toolwatch.score.cases import judged_again
from toolwatch.score.metrics.selection import Selected
from toolwatch.score.runs import run_scores


def chose(
    expected: tuple[str, ...], before: str, after: str, *, right: tuple[bool, bool] | None = None, **more: Any
) -> Outcome:
    """A case that was asked once in each edition; an empty name is no answer; ``right`` follows by default."""
    wanted = expected or (NO_TOOL,)
    right_before, right_after = right or (before in wanted, after in wanted)
    sides = [Tally(((name, 1),)) if name else Tally(failed=1) for name in (before, after)]
    return replace(
        outcome("c", Status.SAME, expected=expected, before=sides[0], after=sides[1],
                right_before=right_before, right_after=right_after),
        **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("case", "row"),
    [
        pytest.param(chose(("a",), "a", "b"), Selected(("a",), "b", ""), id="the choice after"),
        pytest.param(chose((), "a", NO_TOOL), Selected((), NO_TOOL, ""), id="no tool, rightly"),
        pytest.param(chose(("a",), "a", "look", right=(True, True)), Selected(("a", "look"), "look", ""),
                     id="a tool that may come first counts as expected"),
        pytest.param(chose((), "a", "look", right=(False, True)), Selected(("look",), "look", ""),
                     id="one that may come first where no tool is needed"),
        pytest.param(chose(("a",), "a", NO_TOOL, right=(True, False)), Selected(("a",), NO_TOOL, ""), id="missed"),
        pytest.param(chose(("a",), "a", "a", category="x"), Selected(("a",), "a", "x"), id="the category"),
        pytest.param(chose(("a",), "a", ""), None, id="no answer"),
        pytest.param(replace(chose(("a",), "a", "a"), after=Tally((("a", 2),), failed=1)), None, id="a repeat without"),
        pytest.param(replace(chose(("a",), "a", "a"), after=Tally()), None, id="not asked"),
    ],
)  # fmt: skip
def test_rows(case: Outcome, row: Selected | None) -> None:
    assert judged_again(case, Edition.AFTER) == row


LIST = EVERYTHING.servers[0]
"""Four tools before and after: check_stock, issue_refund, lookup_order, start_return."""
CASES = (
    chose(("issue_refund",), "issue_refund", "start_return", category="money", case="1"),
    chose(("start_return",), "start_return", "start_return", category="money", case="2"),
    chose(("lookup_order",), "lookup_order", NO_TOOL, case="3"),
    chose((), NO_TOOL, "refund_all", case="4"),
    chose((), "check_stock", "", case="5"),
)
RUN = replace(EVERYTHING, outcomes=CASES)
"""One of its cases was not answered after the edit."""
WHOLE = replace(RUN, outcomes=CASES[:-1])


def _selection(one: EditionScore) -> SelectionScore:
    assert one.selection is not None
    return one.selection


def test_a_worked_example() -> None:
    (scored,) = run_scores(RUN, "run.json")
    assert (scored.source, scored.suite, scored.model) == ("run.json", "helpdesk", MODEL)
    before, after = scored.editions
    # Before: four of five right; the last called check_stock where no tool was needed: FP of check_stock, FN of none.
    assert (before.edition, before.unanswered) == (Edition.BEFORE, 0)
    first = _selection(before)
    assert (first.cases, first.right, first.micro, first.errors) == (5, 4, Rates(4, 1, 1), {ErrorType.OVER_CALL: 1})
    assert first.per_tool[NO_TOOL] == Rates(1, 0, 1)
    assert first.per_tool["check_stock"] == Rates(0, 1, 0)
    # After: one of four answered is right; a refund went to start_return, a look-up to none, refund_all is no tool.
    assert (after.edition, after.unanswered) == (Edition.AFTER, 1)
    second = _selection(after)
    assert (second.cases, second.right, second.micro) == (4, 1, Rates(1, 3, 3))
    assert second.errors == {ErrorType.WRONG_TOOL: 1, ErrorType.MISSED_CALL: 1, ErrorType.HALLUCINATED_TOOL: 1}
    assert second.per_tool == {
        "issue_refund": Rates(0, 0, 1),
        "lookup_order": Rates(0, 0, 1),
        NO_TOOL: Rates(0, 1, 1),
        "refund_all": Rates(0, 1, 0),
        "start_return": Rates(1, 1, 0),
    }
    assert second.confusion == {
        ("issue_refund", "start_return"): 1,
        ("lookup_order", NO_TOOL): 1,
        (NO_TOOL, "refund_all"): 1,
        ("start_return", "start_return"): 1,
    }
    # Category money: issue_refund (0,0,1) and start_return (1,1,0) pooled.
    assert second.per_category == {"money": Rates(1, 1, 1)}
    # Macro over five labels. P: 1, 1, 0, 0, 1/2. R: 0, 0, 0, 1 (never wanted), 1.
    assert second.macro_precision == pytest.approx(2.5 / 5)
    assert second.macro_recall == pytest.approx(2 / 5)


def test_suites_and_models_are_scored_apart() -> None:
    cases = [replace(CASES[0], suite=suite, model=model) for suite in ("helpdesk", "other") for model in ("m", "n")]
    found = run_scores(replace(EVERYTHING, outcomes=tuple(cases)), "r")
    assert [(one.suite, one.model) for one in found] == [("helpdesk", "m"), ("helpdesk", "n"), ("other", "m"),
                                                        ("other", "n")]  # fmt: skip
    assert all(_selection(one.editions[1]).cases == 1 for one in found)


def test_without_a_side_before_there_is_none() -> None:
    (scored,) = run_scores(replace(RUN, outcomes=tuple(replace(one, before=Tally()) for one in CASES)), "r")
    assert [one.edition for one in scored.editions] == [Edition.AFTER]


def test_without_the_list_no_name_is_hallucinated() -> None:
    (scored,) = run_scores(replace(RUN, servers=()), "r")
    assert ErrorType.HALLUCINATED_TOOL not in _selection(scored.editions[1]).errors
    # What was offered before counts before: there the list lacks start_return.
    lean = replace(LIST, before=replace(LIST.after, listing=replace(LIST.after.listing, tools=LIST.after.tools[2:])))
    case = chose(("a",), "start_return", "start_return")
    (scored,) = run_scores(replace(RUN, servers=(lean,), outcomes=(case,)), "r")
    assert [list(_selection(one).errors) for one in scored.editions] == [["hallucinated_tool"], ["wrong_tool"]]


NAMES = st.sampled_from(["issue_refund", "start_return", "refund_all", NO_TOOL, ""])
OUTCOMES = st.lists(
    st.builds(chose, st.sampled_from([(), ("issue_refund",), ("start_return", "check_stock")]), NAMES, NAMES),
    min_size=1,
    max_size=8,
)


@pytest.mark.sample
@given(OUTCOMES)
@settings(deadline=None, derandomize=True, max_examples=100)
def test_every_case_counts_once_and_scores_read_back(cases: list[Outcome]) -> None:
    cases = [replace(one, case=str(number)) for number, one in enumerate(cases)]
    whole = replace(EVERYTHING, outcomes=tuple(cases))
    (scored,) = run_scores(whole, "r")
    for one in scored.editions:
        score = one.selection
        right = [case.right_before if one.edition is Edition.BEFORE else case.right_after for case in cases]
        counted = score.cases if score else 0
        assert counted + one.unanswered == len(cases)
        assert (score.right if score else 0) == sum(right)
        assert sum(score.confusion.values()) == counted if score else True
        assert score.right + sum(score.errors.values()) == counted if score else True
    assert run_scores(report.loads(report.render(whole, "json"), where="r"), "r") == (scored,)


def _stored(found: Report, file: Path) -> str:
    file.write_text(report.render(found, "json"))
    return str(file)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _stored(RUN, tmp_path / "run.json")
    assert run(["score", file]) == 4
    out = capsys.readouterr().out
    told = [line.split() for line in out.splitlines()]
    # Before, recall over five labels: 1 for three tools, 1/2 for none, and 1 for check_stock, which is never wanted.
    assert out.startswith(
        f"{file}: helpdesk under {MODEL}, after: 1 of 5 cases have no answer\n\nhelpdesk under {MODEL}  ("
    )
    for row in (
        ["without", "an", "answer", "0", "1"], ["answered", "5", "4"], ["right", "4", "1"],
        ["precision,", "micro", "0.800", "0.250"], ["recall,", "macro", "0.900", "0.400"],
        ["wrong_tool", "0", "1"], ["hallucinated_tool", "0", "1"], ["missed_call", "0", "1"], ["over_call", "1", "0"],
        ["issue_refund", "1.000", "1.000", "1.000", "1.000", "0.000", "0.000"],
        ["refund_all", "-", "-", "-", "0.000", "1.000", "0.000"],
        ["money", "1.000", "1.000", "1.000", "0.500", "0.500", "0.500"],
        ["none", "refund_all", "0", "1"], ["start_return", "start_return", "1", "1"],
    ):  # fmt: skip
        assert row in told, row
    assert run(["score", file, "--format", "json"]) == 4
    document = json.loads(capsys.readouterr().out)
    assert (document["release"], document["tasks"], document["passed"]) == (None, [], False)
    (scored,) = document["runs"]
    assert (scored["suite"], scored["model"], scored["after"]["unanswered"]) == ("helpdesk", MODEL, 1)
    after = scored["after"]["selection"]
    assert after["per_category"]["money"] == {
        "true_positive": 1, "false_positive": 1, "false_negative": 1, "precision": 0.5, "recall": 0.5, "f1": 0.5,
    }  # fmt: skip
    assert after["errors"] == {"wrong_tool": 1, "hallucinated_tool": 1, "missed_call": 1, "over_call": 0}
    assert {"expected": NO_TOOL, "chosen": "refund_all", "count": 1} in after["confusion"]
    assert run(["schema", "score"]) == 0
    published = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.Draft202012Validator(published).validate(document)


TOLD = Told("shop", "c", "", "", (), Result.WRONG, server="shop")
ACCOUNT = Account(
    ModelInfo("p", "m", proxy=True),
    (
        replace(TOLD, counts=(("a", 2), ("b", 1)), result=Result.UNSTABLE, expected_tools=("a",), top_right=True),
        replace(
            TOLD,
            case="d",
            counts=(("look", 1),),
            result=Result.RIGHT,
            expected_tools=("a",),
            top_right=True,
            category="x",
        ),
        replace(TOLD, case="e", counts=(("ghost", 1),)),
        replace(TOLD, case="f", counts=(("a", 1),), result=Result.NO_ANSWER, expected_tools=("a",), top_right=True),
    ),
    Spent(),
    {"shop": "sha256:0"},
    tools={"shop": ("a", "b", "look")},
)


def test_an_account_of_the_lists_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "account.json"
    file.write_text(json.dumps(account.document(ACCOUNT)))
    assert run(["score", str(file), "--format", "json"]) == 4
    (scored,) = json.loads(capsys.readouterr().out)["runs"]
    # a for a, look where it may come first, ghost (no such tool) where none was needed; one without an answer.
    assert (scored["suite"], scored["model"], scored["before"]) == ("shop", "p:m (proxy, not a model)", None)
    after = scored["after"]["selection"]
    assert (scored["after"]["unanswered"], after["cases"], after["right"]) == (1, 3, 2)
    assert after["errors"] == {"wrong_tool": 0, "hallucinated_tool": 1, "missed_call": 0, "over_call": 0}
    assert {"expected": NO_TOOL, "chosen": "ghost", "count": 1} in after["confusion"]
    assert after["per_category"]["x"]["f1"] == 1.0
    assert run(["score", str(file)]) == 4
    assert ["answered", "3"] in [line.split() for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        pytest.param(("counts",), "x", "counts: ", id="counts are no counts"),
        pytest.param(("counts", "right"), "x", "counts.right: ", id="a count is no number"),
        pytest.param(("counts", "right"), 1.0, "counts.right: ", id="a count is no whole number"),
        pytest.param(("counts", "right"), -1, "counts.right: ", id="a count is negative"),
        pytest.param(("counts", "right"), 30, "counts says 30 of right, and there are 1", id="more than there are"),
        pytest.param(("counts", "good"), 1, "counts.good", id="no result"),
        pytest.param(("counts",), {}, "counts says 0 of no_answer, and there are 1", id="no counts"),
        pytest.param(("cases", 1, "id"), "c", "the case shop/c stands here twice", id="a case twice"),
        pytest.param(("cases", 1, "top_right"), False, "the result is right, and its choices", id="right is not right"),
        pytest.param(("cases", 2, "top_right"), True, "the result is wrong, and its choices", id="wrong is right"),
        pytest.param(("cases", 0, "chosen"), {}, "the result is unstable, and nothing", id="nothing is unstable"),
        pytest.param(("cases", 1, "chosen"), {}, "the result is right, and its choices", id="nothing is right"),
        pytest.param(("cases", 1, "chosen", "look"), 0, "cases.1.chosen.look: ", id="chosen never"),
        pytest.param(("cases", 1, "result"), "fine", "cases.1.result: ", id="a result of its own"),
    ],
)
def test_an_account_that_cannot_be_is_refused(
    place: tuple[Any, ...], value: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document: Any = account.document(ACCOUNT)
    inner = document
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    (tmp_path / "run.json").write_text(json.dumps(document))
    assert run(["score", str(tmp_path / "run.json")]) == 2
    said = capsys.readouterr()
    assert f"run.json: {says}" in said.err or f" {says}" in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        pytest.param(("tally_after", "counts"), [["a", -1]], "tally_after.counts.0.1: ", id="a negative count"),
        pytest.param(("tally_after", "counts"), [["a", 0]], "tally_after.counts.0.1: ", id="chosen never"),
        pytest.param(("tally_after", "counts"), [["a", "x"]], "tally_after.counts.0.1: ", id="no number"),
        pytest.param(("tally_after", "counts"), [["a", 1], ["b", 3]], "the most frequent first", id="out of order"),
        pytest.param(("tally_before", "counts"), [["a", 1], ["a", 1]], "name each tool once", id="a tool twice"),
        pytest.param(("tally_before", "failed"), -1, "tally_before.failed: ", id="failed less than never"),
    ],
)
def test_a_report_that_cannot_be_is_refused(
    place: tuple[str, ...], value: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(report.render(RUN, "json"))
    inner = document["cases"][1]
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    (tmp_path / "run.json").write_text(json.dumps(document))
    assert run(["score", str(tmp_path / "run.json")]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)


def test_beside_traces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "traces"
    folder.mkdir()
    _stored(WHOLE, folder / "run.json")
    (folder / "t.json").write_text('[{"tool": "a"}]')
    (tmp_path / "golden.yaml").write_text("tasks: [{task: t, calls: [{tool: a}]}]")
    assert run(["score", str(folder), "--golden", str(tmp_path / "golden.yaml")]) == 0
    out = capsys.readouterr().out
    assert out.index("right tool 1/1") < out.index("\npassed\n") < out.index("helpdesk under")
    _stored(RUN, folder / "run.json")
    assert run(["score", str(folder), "--golden", str(tmp_path / "golden.yaml")]) == 4
    assert "\nno verdict\n" in capsys.readouterr().out
    (folder / "t.json").unlink()
    assert run(["score", str(folder), "--golden", str(tmp_path / "golden.yaml")]) == 1
    assert "no trace for the task t\nfailed\n" in capsys.readouterr().out


@pytest.mark.parametrize("format_name", ["text", "json"])
@pytest.mark.parametrize(
    ("found", "code", "says"),
    [
        pytest.param(QUIET, 4, "no case was asked in this run", id="nothing asked"),
        pytest.param(replace(RUN, outcomes=(chose(("a",), "a", ""),)), 4, "after: 1 of 1 cases have no answer",
                     id="nothing answered"),
        pytest.param(RUN, 4, "after: 1 of 5 cases have no answer", id="one not answered after"),
        pytest.param(replace(RUN, outcomes=(chose(("a",), "", "a"), *WHOLE.outcomes)), 4,
                     "before: 1 of 5 cases have no answer", id="one not answered before"),
        pytest.param(WHOLE, 0, "", id="all answered, wrong ones too"),
    ],
)  # fmt: skip
def test_what_was_not_asked_or_not_answered_is_said_first_and_no_pass(
    found: Report, code: int, says: str, format_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["score", _stored(found, tmp_path / "run.json"), "--format", format_name]) == code
    out = capsys.readouterr().out
    if format_name == "json":
        assert json.loads(out)["passed"] is (code == 0)
        return
    first = out.splitlines()[0]
    assert first.endswith(says) if says else first.startswith("helpdesk under")


def test_a_strangers_names_are_inert(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = "::error::\u202e\x1b[31m"
    cases = (chose((evil,), evil, "##[error]x", suite=evil, model=evil, category=evil),)
    file = _stored(replace(RUN, outcomes=cases), tmp_path / "run.json")
    for format_name in ("text", "json"):
        assert run(["score", file, "--format", format_name]) == 0
        out = capsys.readouterr().out
        assert not any(bad in out for bad in ("\u202e", "\x1b", "##["))
        assert not any(line.lstrip().startswith("::") for line in out.splitlines())


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        pytest.param("run.json", '{"verdict": {}, "cases": []}', "run.json: verdict.status: field required", id="half"),
        pytest.param("run.json", '{"lists": {}, "cases": [{}]}', "run.json: schema_version: field", id="half told"),
        pytest.param("run.json", '{"verdict": {}, "cases": [', "run.json: is no JSON (line 1", id="cut off"),
        pytest.param("run.json", '{"verdict": 1, "cases": 2}', "run.json: is in no known trace format", id="no run"),
        pytest.param("t.json", '[{"tool": "a"}]', "t.json: is a trace; give --golden FILE", id="no golden file"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(
    name: str, text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text)
    assert run(["score", str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert len(err.splitlines()) == 1
