"""Several lists of one server in one report: nothing of one is taken for another's, and none is left out."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.helpdesk import git
from tests.pipeline.shop import CLAIM, PLAIN, called, tool_list
from tests.runner.scripted import Scripted

VARIANTS = '[servers.shop.variants]\nbeta = {file = "beta.json"}\n'
CLAIMED = {"return": f"{PLAIN} {CLAIM}"}
BETA = "shop:beta"


@pytest.fixture
def project(shop: Path) -> Path:
    """The shop with a variant and two files of one name, all committed; then the variant claims too much."""
    with (shop / "toolwatch.toml").open("a") as config:
        config.write(VARIANTS)
    for folder in ("one", "two"):
        (shop / folder).mkdir()
    for name in ("beta.json", "one/tools.json", "two/tools.json"):
        (shop / name).write_text(tool_list())
    (shop / ".gitignore").write_text(".toolwatch/\n")
    git(shop, "init", "-q")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "as it was")
    (shop / "beta.json").write_text(tool_list(**CLAIMED))
    return shop


def checked(capsys: pytest.CaptureFixture[str], *targets: str) -> tuple[int, dict[str, Any]]:
    code, out, err = called(capsys, "check", *targets, "--format", "json")
    assert out, err
    return code, json.loads(out)


def moved(document: dict[str, Any]) -> list[str]:
    return [f"{case['suite']}/{case['id']}" for case in document["cases"] if case["status"] == "regressed"]


@pytest.mark.parametrize("targets", [("shop", BETA), (BETA, "shop"), (BETA,)], ids=" ".join)
def test_everything_of_a_variant_bears_its_name(
    targets: Sequence[str], project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tools.json").write_text(tool_list(stock="Look at all the shelves."))
    code, found = checked(capsys, *targets)
    assert (code, moved(found)) == (1, ["shop:beta/lost"])
    assert [one["server"] for one in found["servers"]] == list(targets)
    assert {(one["server"], one["tool"]) for one in found["changes"]} >= {(BETA, "return")}
    assert set(found["tokens"]) == set(found["neighbours"]) == set(targets)
    assert {one["server"] for one in found["suites"] if one["name"] == BETA} == {BETA}
    named = [(case["suite"], case["id"], case["model"]) for case in found["cases"]]
    assert len(named) == len(set(named))


def test_a_check_of_everything_sees_the_variants(
    project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their lists are what other people's agents get, and an edit may be in one alone."""
    code, found = checked(capsys)
    assert (code, moved(found)) == (1, ["shop:beta/lost"])
    assert "beta.json" in called(capsys, "lint", "--format", "json", "--profile", "strict")[1]


@pytest.mark.parametrize("targets", [(), (BETA,)], ids=["everything", "by name"])
def test_a_variant_with_fewer_tools_is_asked_what_it_has_tools_for(
    targets: Sequence[str], project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    few = json.loads(tool_list())
    few["tools"] = [tool for tool in few["tools"] if tool["name"] != "stock"]
    (project / "beta.json").write_text(json.dumps(few))
    git(project, "commit", "-qam", "the variant does not look at the shelf")
    few["tools"][0]["description"] += " Also for gifts."
    (project / "beta.json").write_text(json.dumps(few))
    code, found = checked(capsys, *targets, "--select", "all")
    asked = {case["id"]: case["expected"] for case in found["cases"] if case["suite"] == BETA}
    assert (code, set(asked)) == (0, {"lost", "here", "hello"})
    assert all("stock" not in expected for expected in asked.values())
    chosen = json.loads(called(capsys, "affected", *targets, "--format", "json")[1])["servers"]
    assert "shelf" not in {case["case"] for one in chosen if one["server"] == BETA for case in one["picked"]}
    (project / "suites/shop/suite.yaml").write_text(
        (project / "suites/shop/suite.yaml").read_text().replace("stock", "stocc")
    )
    assert called(capsys, "check", "shop", BETA)[0] == 2


def test_a_new_variant_is_not_compared_with_its_server_s_old_list(
    project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    git(project, "mv", "tools.json", "moved.json")
    text = (project / "toolwatch.toml").read_text().replace('file = "tools.json"', 'file = "moved.json"')
    (project / "toolwatch.toml").write_text(text + 'gamma = {file = "gamma.json"}\n')
    (project / "gamma.json").write_text(tool_list(stock="Look at all the shelves."))
    _, found = checked(capsys, "shop", "shop:gamma")
    assert {one["server"]: one["before"] is not None for one in found["servers"]} == {"shop": True, "shop:gamma": False}


def test_scores_and_blame_know_a_variant_s_cases(
    project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "tools.json").write_text(tool_list(stock="Look at all the shelves."))
    _, found = checked(capsys, "shop", BETA)
    (project / "run.json").write_text(json.dumps(found))
    _, out, _ = called(capsys, "score", "run.json", "--format", "json")
    scores = {run["suite"]: run["after"]["selection"] for run in json.loads(out)["runs"]}
    assert set(scores) == {"shop", BETA}
    code, out, _ = called(capsys, "blame", "shop", BETA)
    assert code == 0
    assert "regressed shop:beta/lost: refund -> return" in out
    assert CLAIM in out


def test_an_approval_of_a_variant_s_case_is_of_that_variant(
    project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    with (project / "toolwatch.toml").open("a") as config:
        config.write('[gate.regressed]\nmedium = "review"\nhigh = "review"\nlow = "review"\n')
    assert called(capsys, "check", "shop", BETA)[0] == 1
    words = ("--target", "shop", "--target", BETA, "--reason", "meant", "--by", "me")
    assert called(capsys, "approve", "shop:beta/lost", *words)[0] == 0
    assert called(capsys, "check", "shop", BETA)[0] == 0
    (project / "tools.json").write_text(tool_list(**CLAIMED))
    code, found = checked(capsys, "shop", BETA)
    assert (code, sorted(moved(found))) == (1, ["shop/lost", "shop:beta/lost"])


@pytest.mark.parametrize("targets", [("one/tools.json", "two/tools.json"), ("shop@HEAD", "shop")], ids=" ".join)
def test_lists_of_one_name_are_called_by_their_targets(
    targets: Sequence[str], project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("two/tools.json", "tools.json"):
        (project / name).write_text(tool_list(**CLAIMED))
    _, found = checked(capsys, *targets)
    assert [one["server"] for one in found["servers"]] == list(targets)
    assert {one["server"] for one in found["changes"]} <= set(targets)
    assert {one["position"]["file"] for one in found["changes"] if one["server"] == targets[-1]} == {
        targets[-1] if targets[-1] != "shop" else "tools.json"
    }


def test_affected_chooses_for_each(project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, "affected", "shop", BETA, "--format", "json")
    assert code == 0
    found = {one["server"]: [case["case"] for case in one["picked"]] for one in json.loads(out)["servers"]}
    assert found["shop"] == []
    assert "lost" in found[BETA]


def test_a_server_that_is_switched_off_is_looked_at_only_by_name(
    project: Path, keeper: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    with (project / "toolwatch.toml").open("a") as config:
        config.write('[servers.off]\ncommand = "no-such-program-anywhere"\nenabled = false\n')
    _, found = checked(capsys)
    assert [one["server"] for one in found["servers"]] == ["shop", BETA]
    assert called(capsys, "lint")[0] == 0
    assert called(capsys, "lint", "off")[0] == 3
    assert checked(capsys, "off")[0] == 3
