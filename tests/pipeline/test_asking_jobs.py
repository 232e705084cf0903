"""`toolwatch run`, `answers` and what every job that asks has in common, on a shop whose model is scripted."""

import json
from pathlib import Path

import pytest

from tests.pipeline.helpdesk import git
from tests.pipeline.shop import (
    AGAINST,
    CANDIDATES,
    CLAIM,
    PLAIN,
    SUITE,
    called,
    calls_told,
    edited,
)
from tests.runner.scripted import Scripted
from toolwatch import runner
from toolwatch.model.trial import Choice


def test_run_says_where_each_request_goes(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = called(capsys, "run")
    assert code == 0
    assert out == "model: scripted:script\n\n4 cases: 4 right, 0 unstable, 0 wrong, 0 without an answer\n"
    assert "12 calls made, 0 answers were stored" in err
    code, again, err = called(capsys, "run")
    assert (code, again) == (0, out)
    assert "0 calls made, 12 answers were stored" in err


def test_run_fails_on_a_wrong_case_and_shows_it(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = called(capsys, "run", edited(shop, **{"return": CLAIM}), "--suite", "suites/shop", "--repeats", "2")
    assert code == 1
    assert "wrong:\n  shop/lost: return (2); expected refund\n    It got lost. Money please.\n" in out


def test_run_knows_unstable_from_wrong(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    keeper.script = lambda ask, _: Choice("refund" if ask.repeat else "return")
    code, out, _ = called(capsys, "run", "--case", "lost", "--format", "json")
    assert code == 1
    (case,) = json.loads(out)["cases"]
    assert (case["result"], case["chosen"]) == ("unstable", {"refund": 2, "return": 1})
    stored = shop / "account.json"
    stored.write_text(out)
    code, out, _ = called(capsys, "score", str(stored))
    assert code == 0
    assert ["refund", "refund", "1"] in [line.split() for line in out.splitlines()]


@pytest.mark.parametrize(
    "targets",
    [
        pytest.param(("shop", "shop"), id="the same list twice"),
        pytest.param(("shop", "shop:beta"), id="a variant"),
        pytest.param(("shop:beta", "shop:gamma"), id="two variants"),
        pytest.param(("other", "shop", "shop:beta"), id="among others"),
    ],
)
def test_run_makes_no_one_verdict_of_two_lists(
    targets: tuple[str, ...], shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    with (shop / "toolwatch.toml").open("a") as config:
        config.write('[servers.other]\nfile = "tools.json"\n')
        config.write('[servers.shop.variants]\nbeta = {file = "tools.json"}\ngamma = {file = "tools.json"}\n')
    code, out, err = called(capsys, "run", *targets)
    assert (code, out, keeper.calls) == (2, "", [])
    assert "two targets are lists of shop, so that the suite shop would be asked on both" in err
    assert len(err.splitlines()) == 1
    assert called(capsys, "run", *targets[:-1])[0] == 0


def test_run_of_a_tie_is_scored_as_it_is_told(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    keeper.script = lambda ask, _: Choice("return" if ask.repeat else "refund")
    code, out, _ = called(capsys, "run", "--case", "lost", "--case", "here", "--repeats", "2", "--format", "json")
    assert code == 1
    assert [(case["result"], case["top_right"]) for case in json.loads(out)["cases"]] == [("unstable", False)] * 2
    (shop / "account.json").write_text(out)
    (scored,) = json.loads(called(capsys, "score", "account.json", "--format", "json")[1])["runs"]
    assert scored["after"]["selection"]["right"] == 0


def test_run_without_an_answer_is_no_verdict(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    keeper.script = lambda ask, _: runner.Unreadable("an empty reply", again=False)
    code, out, _ = called(capsys, "run")
    assert code == 4
    assert "without an answer:\n  shop/lost: nothing; expected refund" in out
    assert "an empty reply" in out


def test_run_keeps_to_a_budget(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "run", "--budget", "5")
    assert code == 4
    assert len(keeper.calls) == 5
    assert "not asked: the budget of 5 calls is spent" in out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(("--case", "nobody"), 2, "no suite here has a case nobody", id="case"),
        pytest.param(("--budget", "much"), 2, "--budget much: write calls=200", id="budget"),
        pytest.param(("--budget", "pages=3"), 2, "--budget pages: ", id="budget of something else"),
        pytest.param(("--budget", "money=3"), 2, "needs price_in and price_out", id="money without prices"),
        pytest.param(("--model", "gpt"), 2, "no model is called gpt; there are", id="model"),
        pytest.param(("--suite", "suites/shop"), 2, "--suite goes with exactly one target", id="suite without target"),
        pytest.param(("nowhere.json",), 2, "nowhere.json", id="target"),
    ],
)
def test_run_says_what_is_wrong_in_one_line(
    words: tuple[str, ...], code: int, said: str, shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = called(capsys, "run", *words)
    assert (found, out) == (code, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1
    assert keeper.calls == []


def test_run_asks_nothing_about_a_list_that_was_not_seen_whole(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "tools.json").write_text("no json")
    code, out, err = called(capsys, "run")
    assert (code, out) == (3, "")
    assert "shop was not seen whole" in err
    assert keeper.calls == []


def test_run_names_a_suite_whose_server_nobody_knows(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "suites" / "other").mkdir()
    (shop / "suites" / "other" / "suite.yaml").write_text(SUITE.replace("server: shop", "server: elsewhere"))
    code, out, err = called(capsys, "run")
    assert (code, out) == (2, "")
    assert "the suite other is for the server elsewhere, which is not configured" in err
    code, out, _ = called(capsys, "run", "shop")
    assert code == 0
    assert "4 cases: 4 right" in out


def test_answers_go_out_and_come_back(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    called(capsys, "run")
    code, out, _ = called(capsys, "answers", "export")
    assert (code, out) == (0, f"{shop / 'suites/shop/recordings/scripted-script.json'}\n")
    (shop / ".toolwatch" / "answers.sqlite").unlink()
    code, out, _ = called(capsys, "answers", "import")
    assert code == 0
    assert out.endswith("12 of 12 answers are new\n")
    _, _, err = called(capsys, "run")
    assert "0 calls made, 12 answers were stored" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("export",), "no answer to a case of shop is stored", id="nothing to export"),
        pytest.param(("export", "nobody"), "no suite is called nobody; there are shop", id="no such suite"),
        pytest.param(("import",), "no recordings beside the suites", id="nothing to import"),
        pytest.param(("import", "suites/shop/suite.yaml"), "suite.yaml: ", id="no recording"),
    ],
)
def test_answers_say_what_is_wrong_in_one_line(
    words: tuple[str, ...], said: str, shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = called(capsys, "answers", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("run",), id="run"),
        pytest.param(("blame", "edited.json", *AGAINST), id="blame"),
        pytest.param(("try", "wordings.yaml", "edited.json", *AGAINST), id="try"),
        pytest.param(("noise", "shop"), id="noise"),
    ],
)
def test_every_call_is_told_of(
    words: tuple[str, ...], shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    edited(shop, **{"return": f"{PLAIN} {CLAIM} A label is sent."})
    (shop / "wordings.yaml").write_text(CANDIDATES)
    _, _, err = called(capsys, *words)
    assert calls_told(err) == len(keeper.calls) > 0
    _, _, err = called(capsys, *words)
    assert calls_told(err) == 0


WORDINGS = "tool: {tool}\ncandidates: [{{id: a, text: b}}]\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("blame", "--case", "nosuch"), "no suite here has a case nosuch", id="blame: no such case"),
        pytest.param(("try", "gone.yaml"), "no tool is called gone", id="try: no such tool"),
        pytest.param(("try", "here.yaml", "tools.json"), "one server at a time", id="try: two servers"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_a_model_is_asked(
    words: tuple[str, ...], said: str, shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, tool in (("gone", "gone"), ("here", "return")):
        (shop / f"{name}.yaml").write_text(WORDINGS.format(tool=tool))
    target = edited(shop, **{"return": f"{PLAIN} {CLAIM}"})
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "as it was")
    against = () if "tools.json" in words else AGAINST
    code, out, err = called(capsys, *words, target, *against)
    assert (code, out, keeper.calls) == (2, "", [])
    assert said in err
    assert len(err.splitlines()) == 1


JOBS = [
    pytest.param(("run",), id="run"),
    pytest.param(("check", *AGAINST), id="check"),
    pytest.param(("blame", *AGAINST), id="blame"),
    pytest.param(("try", "wordings.yaml", *AGAINST), id="try"),
    pytest.param(("noise",), id="noise"),
    pytest.param(("affected", "--base", "tools.json", "--suite", "suites/shop"), id="affected"),
]


def _job(words: tuple[str, ...], target: str) -> tuple[str, ...]:
    """The command on a target, which stands before the options, and for `try` after the file of wordings."""
    at = 2 if words[0] == "try" else 1
    suite = ("--suite", "suites/shop") if words[0] in ("run", "noise") else ()
    return (*words[:at], target, *words[at:], *suite)


@pytest.mark.parametrize("words", JOBS)
def test_no_job_passes_on_a_list_that_was_not_read(
    words: tuple[str, ...], shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "wordings.yaml").write_text(CANDIDATES)
    (shop / "half.json").write_text('{"tools": [')
    code, out, err = called(capsys, *_job(words, "half.json"))
    assert code == 3
    assert "half.json:1:12" in out + err
    assert "no case moved" not in out


@pytest.mark.parametrize("words", [job for job in JOBS if job.id != "affected"])
def test_no_job_passes_on_a_model_that_says_nothing(
    words: tuple[str, ...], shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper.script = lambda ask, _: runner.Unreadable("an empty reply", again=False)
    (shop / "wordings.yaml").write_text(CANDIDATES)
    edited(shop, **{"return": f"{PLAIN} {CLAIM}"})
    code, out, _ = called(capsys, *_job(words, "edited.json"))
    assert code == 4
    assert "no case moved" not in out


def test_a_client_s_table_is_what_the_model_gets(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from toolwatch.config.settings import load
    from toolwatch.model.tool import Tool
    from toolwatch.pipeline.rerun.asking import prepared

    text = (shop / "toolwatch.toml").read_text()
    claude = '[models.claude]\nprovider = "openai"\nmodel = "m"\nclient = "claude-code"\n'
    (shop / "toolwatch.toml").write_text(text.replace('model = "openai:scripted"', 'model = "claude"') + claude)
    asking = prepared(load(shop / "toolwatch.toml"))
    asking.store.close()
    tools = (Tool.of("return", "x" * 3000),)
    (sent,) = asking.provider.sent(tools)
    assert sent.name == "mcp__shop__return"
    assert len(sent.description) == 2048
    assert any(
        "2,048" in note or "2048" in note for note in asking.provider.conversions((Tool.of("return", "x" * 3000),))
    )
