"""`toolwatch run`, `answers`, `blame` and `try`, through the command line, on a shop whose model is scripted."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.runner.scripted import Scripted
from toolwatch import runner
from toolwatch.cli.main import run
from toolwatch.model.trial import Ask, Choice

PLAIN = "Take goods back that have arrived."
CLAIM = "Use this for anything about getting money back."
TOOLS: dict[str, Any] = {
    "refund": "Pay money back. Cannot be undone.",
    "return": PLAIN,
    "stock": "Look at the shelf.",
}
SUITE = """
server: shop
boundaries:
  - id: goods-or-money
    tools: [refund, return]
    pairs:
      - id: here-or-lost
        fact: whether it arrived
        cases:
          - {id: lost, request: It got lost. Money please., expect: refund}
          - {id: here, request: It is here but too small., expect: return}
cases:
  - {id: shelf, request: Do you have it in blue?, expect: stock}
  - {id: hello, request: Hello there., expect: none}
"""


def tool_list(**texts: str) -> str:
    tools = [
        {"name": name, "description": text, "inputSchema": {"type": "object", "properties": {}}}
        for name, text in {**TOOLS, **texts}.items()
    ]
    return json.dumps({"tools": tools})


def shopkeeper(ask: Ask, attempt: int) -> Choice:
    """Goes by words: a claim in `return` draws requests for money there; so does one in `stock`, for those in blue."""
    request = ask.messages[-1].content
    said = {tool.name: tool.description for tool in ask.tools}
    if "Money" in request:
        return Choice("return" if "money" in said["return"] and "Not for lost" not in said["return"] else "refund")
    if "blue" in request:
        return Choice("stock" if "everything" not in said["refund"] else "refund")
    return Choice("return" if "here but" in request else None, text="Hello")


@pytest.fixture
def keeper(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    provider = Scripted(shopkeeper)
    monkeypatch.setattr(runner, "load_provider", lambda *args, **kwargs: provider)
    return provider


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolwatch.toml").write_text(
        '[servers.shop]\nfile = "tools.json"\n[run]\nmodel = "openai:scripted"\n[select]\nscorer = false\n'
    )
    (tmp_path / "tools.json").write_text(tool_list())
    (tmp_path / "suites" / "shop").mkdir(parents=True)
    (tmp_path / "suites" / "shop" / "suite.yaml").write_text(SUITE)
    return tmp_path


def edited(shop: Path, **texts: str) -> str:
    (shop / "edited.json").write_text(tool_list(**texts))
    return "edited.json"


def called(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(words)
    said = capsys.readouterr()
    return code, said.out, said.err


AGAINST = ("--base", "tools.json", "--suite", "suites/shop")


def calls_told(err: str) -> int:
    return int(err.rsplit("toolwatch: ", 1)[1].split()[0])


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


def test_blame_names_the_sentence_and_the_case(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {
        "return": f"{PLAIN} {CLAIM} A label is sent.",
        "refund": "Pay money back. Cannot be undone. Ask first. Be quick.",
        "stock": "Look at all the shelves.",
    }
    code, out, err = called(capsys, "blame", edited(shop, **texts), *AGAINST)
    assert code == 0
    assert out == (
        "return /description\n"
        f"  + {CLAIM}\n"
        "  moves 1 case:\n"
        "    regressed shop/lost: refund -> return, expected refund (scripted:script)\n"
    )
    assert calls_told(err) <= 40
    assert int(err.rsplit("; ", 1)[1].split()[0]) <= 24


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


def test_blame_says_first_what_it_does_not_know(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    def deaf(ask: Ask, attempt: int) -> Choice:
        if "blue" in ask.messages[-1].content:
            raise runner.Unreadable("an empty reply", again=False)
        return shopkeeper(ask, attempt)

    keeper.script = deaf
    target = edited(shop, **{"return": f"{PLAIN} {CLAIM}"})
    code, out, _ = called(capsys, "blame", target, *AGAINST, "--select", "all")
    assert code == 4
    assert out.startswith("not known: ")
    assert "regressed shop/lost: refund -> return" in out
    code, out, _ = called(capsys, "blame", target, *AGAINST, "--select", "all", "--format", "json")
    document = json.loads(out)
    assert (code, len(document["unknown"]), [one["id"] for one in document["blamed"]]) == (4, 1, ["lost"])


def test_blame_where_no_case_is_asked(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "blame", "tools.json", *AGAINST)
    assert (code, out) == (0, "nothing changed, so no case was asked\n")


def test_blame_tells_two_causes_apart(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {"return": f"{PLAIN} {CLAIM}", "refund": "Pay money back. Good for everything. Cannot be undone."}
    code, out, _ = called(capsys, "blame", edited(shop, **texts), *AGAINST, "--select", "all", "--format", "json")
    assert code == 0
    found = {one["id"]: [hunk["after"].strip() for hunk in one["hunks"]] for one in json.loads(out)["blamed"]}
    assert found == {"lost": [CLAIM], "shelf": ["Good for everything."]}
    assert all(one["complete"] and one["needed"] for one in json.loads(out)["blamed"])


def test_blame_finds_what_moves_only_together(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    def script(ask: Ask, attempt: int) -> Choice:
        said = " ".join(tool.description for tool in ask.tools)
        both = "One." in said and "Two." in said
        return Choice("return") if both and "Money" in ask.messages[-1].content else shopkeeper(ask, attempt)

    keeper.script = script
    texts = {
        "return": f"{PLAIN} One. Three.",
        "refund": "Pay money back. Cannot be undone. Two.",
        "stock": "Look. Four.",
    }
    _, out, _ = called(capsys, "blame", edited(shop, **texts), *AGAINST, "--case", "lost", "--format", "json")
    (one,) = json.loads(out)["blamed"]
    assert sorted(hunk["after"].strip() for hunk in one["hunks"]) == ["One.", "Two."]
    assert one["complete"]


def test_blame_says_when_the_rest_of_the_edit_moves_the_case_too(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"return": f"{PLAIN} It is about money. It is for money."}
    code, out, _ = called(capsys, "blame", edited(shop, **texts), *AGAINST)
    assert code == 0
    assert "the rest of the edit moves it too" in out


def test_blame_that_runs_out_of_budget_says_so(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"return": f"{PLAIN} {CLAIM} A label is sent. It is free."}
    code, out, err = called(capsys, "blame", edited(shop, **texts), *AGAINST, "--budget", "calls=2")
    assert code == 4
    assert "not every smaller part could be tried" in out
    assert "; 2 of the calls for the search" in err


def test_blame_of_nothing(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "blame", edited(shop, stock="Look at all the shelves."), *AGAINST)
    assert (code, out) == (0, "no case moved\n")


CANDIDATES = f"""
tool: return
candidates:
  - id: louder
    text: {CLAIM} And about money for the lost.
  - id: careful
    text: {PLAIN} Not for lost parcels, though they are about money.
  - id: both
    wordings:
      - text: {PLAIN}
      - {{tool: refund, text: Good for everything about cash.}}
"""


def test_try_ranks_wordings_and_refuses_what_breaks_a_case(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "wordings.yaml").write_text(CANDIDATES)
    target = edited(shop, **{"return": f"{PLAIN} {CLAIM}"})
    code, out, _ = called(capsys, "try", "wordings.yaml", target, *AGAINST, "--all", "--format", "json")
    assert code == 0
    best, second, third = json.loads(out)["candidates"]
    assert (best["id"], best["accepted"], [one["id"] for one in best["mends"]]) == ("careful", True, ["lost"])
    assert (second["id"], second["accepted"], [one["id"] for one in second["breaks"]]) == ("both", False, ["shelf"])
    assert (third["id"], third["accepted"], [one["id"] for one in third["breaks"]]) == ("louder", False, ["lost"])


def test_try_mends_what_goes_wrong_with_the_list_as_it_is(
    shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "wordings.yaml").write_text(CANDIDATES)
    (shop / "tools.json").write_text(tool_list(**{"return": CLAIM}))
    code, out, _ = called(capsys, "try", "wordings.yaml", "tools.json", *AGAINST, "--all")
    assert code == 0
    assert out.startswith("1. careful: accepted; mends 1 of 1, asked with 3 guards\n")


def test_try_fails_when_nothing_helps(shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    (shop / "wordings.yaml").write_text(f"tool: return\ncandidates: [{{id: louder, text: {CLAIM}}}]\n")
    code, out, _ = called(capsys, "try", "wordings.yaml", edited(shop, **{"return": CLAIM}), *AGAINST)
    assert code == 1
    assert out.startswith("1. louder: refused")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("tool: return\n", "candidates: ", id="no candidates"),
        pytest.param("candidates: [{id: a, text: b}]\n", "names no tool", id="no tool"),
        pytest.param("tool: x\ncandidates: [{id: a}]\n", "give either text or wordings", id="no text"),
        pytest.param("tool: x\ncandidates:\n- {id: a, text: b}\n- {id: a, text: c}\n", "w.yaml:4", id="the same id"),
        pytest.param("tool: gone\ncandidates: [{id: a, text: b}]\n", "no tool is called gone", id="unknown tool"),
        pytest.param(
            "tool: return\nfield: parameters.sku\ncandidates: [{id: a, text: b}]\n",
            "return has no field parameters.sku; there are description",
            id="unknown parameter",
        ),
        pytest.param("tool: [", "w.yaml", id="no YAML"),
    ],
)
def test_try_says_what_is_wrong_in_one_line(
    text: str, said: str, shop: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "w.yaml").write_text(text)
    code, out, err = called(capsys, "try", "w.yaml", "tools.json", *AGAINST)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


def test_a_client_s_table_is_what_the_model_gets(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from toolwatch.config.settings import load
    from toolwatch.model.tool import Tool
    from toolwatch.pipeline.asking import prepared

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
