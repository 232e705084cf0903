"""`toolwatch blame`, through the command line, on a shop whose model is scripted."""

import json
from pathlib import Path

import pytest

from tests.pipeline.shop import (
    AGAINST,
    CLAIM,
    PLAIN,
    called,
    calls_told,
    edited,
    shopkeeper,
)
from tests.runner.scripted import Scripted
from toolwatch import runner
from toolwatch.model.trial import Ask, Choice


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
