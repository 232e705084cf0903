"""`toolwatch try`, through the command line, on a shop whose model is scripted."""

import json
from pathlib import Path

import pytest

from tests.pipeline.shop import (
    AGAINST,
    CANDIDATES,
    CLAIM,
    PLAIN,
    called,
    edited,
    tool_list,
)
from tests.runner.scripted import Scripted


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
