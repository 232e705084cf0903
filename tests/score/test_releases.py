"""The release file, its gate and its picture; the whole command on a project of its own."""

import json
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from toolwatch.cli.main import run
from toolwatch.errors import UsageError
from toolwatch.gate.policy import Policy
from toolwatch.gate.releases import fallen
from toolwatch.model.release import ReleaseLine
from toolwatch.report.history import history_svg, history_text
from toolwatch.score import releases


def line(release: str = "v1", **fields: Any) -> ReleaseLine:
    default = {
        "release": release, "suite": "shop", "model": "m", "tasks": 100, "right_tool": 90, "right_arguments": 80,
        "calls": 95, "precision": 0.9, "recall": 0.9, "f1": 0.9, "tools_as_set": "a", "tools_as_sent": "b",
        "suite_digest": "c", "system_prompt": "d", "toolwatch": "0",
    }  # fmt: skip
    return ReleaseLine.model_validate(default | fields)


@pytest.mark.parametrize(
    ("now", "blocks", "says"),
    [
        pytest.param({}, False, "", id="equal"),
        pytest.param({"right_tool": 88}, False, "", id="exactly 2 points"),
        pytest.param({"right_tool": 87}, True, "right tool fell from 90.00 % (v1) to 87.00 %", id="3 points"),
        pytest.param({"right_arguments": 77}, True, "right arguments fell", id="arguments"),
        pytest.param({"calls": 300}, False, "", id="calls are not gated"),
        pytest.param({"precision": 0.88}, False, "", id="precision, exactly .02"),
        pytest.param({"precision": 0.879}, False, "precision fell from 0.900", id="precision over .02 warns"),
        pytest.param({"precision": 0.85}, False, "precision fell", id="precision, exactly .05 still warns"),
        pytest.param({"precision": 0.849}, True, "more than 0.05", id="precision over .05 blocks"),
        pytest.param({"no_verdict": 1}, True, "1 of 100 tasks have no verdict", id="an unanswered task"),
        pytest.param({"right_tool": 100, "right_arguments": 77}, True, "right arguments", id="no netting"),
    ],
)
def test_gate(now: dict[str, Any], blocks: bool, says: str) -> None:
    reasons = list(fallen(line("v2", **now), line("v1"), Policy()))
    assert any(reason.blocks for reason in reasons) is blocks
    assert says in "\n".join(reason.text for reason in reasons)
    assert bool(reasons) is bool(says)


def test_the_first_release_says_that_it_is_the_first() -> None:
    (reason,) = fallen(line(), None, Policy())
    assert not reason.blocks


def test_append_read_and_union(tmp_path: Path) -> None:
    file = tmp_path / "releases.jsonl"
    assert releases.read(file) == ()
    releases.append(file, [line("v1"), line("v1", model="n")])
    releases.append(file, [line("v2")])
    assert [one.release for one in releases.read(file)] == ["v1", "v1", "v2"]
    with pytest.raises(UsageError, match="v2 is recorded already for shop under m"):
        releases.append(file, [line("v2", right_tool=3)])
    file.write_text(file.read_text() + file.read_text())
    assert len(releases.read(file)) == 3
    last = releases.last_before(releases.read(file), "shop", "m")
    assert last is not None
    assert last.release == "v2"


def test_two_branches_merge_by_union(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=tmp_path, check=True,
                       capture_output=True)  # fmt: skip

    git("init", "-q", "-b", "main")
    (tmp_path / ".gitattributes").write_text("releases.jsonl merge=union\n")
    file = tmp_path / "releases.jsonl"
    releases.append(file, [line("v1")])
    git("add", "-A")
    git("commit", "-qm", "one")
    git("checkout", "-qb", "other")
    releases.append(file, [line("v2", model="other")])
    git("commit", "-qam", "two")
    git("checkout", "-q", "main")
    releases.append(file, [line("v2")])
    git("commit", "-qam", "three")
    git("merge", "-q", "other", "-m", "both")
    assert {(one.release, one.model) for one in releases.read(file)} == {("v1", "m"), ("v2", "m"), ("v2", "other")}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<<<<<<< HEAD\n", "releases.jsonl:1: holds a merge conflict"),
        ("\n{}\n", "releases.jsonl:2: release"),
        ("no json\n", "releases.jsonl:1: "),
        (line().model_dump_json().replace('"tasks":100', '"tasks":0') + "\n", "releases.jsonl:1: tasks"),
    ],
)
def test_bad_files(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "releases.jsonl").write_text(text)
    with pytest.raises(UsageError, match=says.replace(".", r"\.")):
        releases.read(tmp_path / "releases.jsonl")


def test_picture_is_well_formed_and_inert() -> None:
    hostile = "<script>alert(1)</script>\x1b[31m"
    lines = [line("v1"), line(hostile, right_tool=50), line("v1", model=hostile)]
    root = ET.fromstring(history_svg(lines))
    names = {element.tag.split("}")[1] for element in root.iter()}
    assert names == {"svg", "title", "rect", "line", "text", "polyline", "circle"}
    assert "\x1b" not in history_text(lines) + history_svg(lines)


TOOLS = [
    {"name": "check_stock", "description": "Say how many of an item are in the warehouse.",
     "inputSchema": {"type": "object", "properties": {}}},
    {"name": "cancel_order", "description": "Cancel an order that was not sent yet.",
     "inputSchema": {"type": "object", "properties": {}}},
]  # fmt: skip
SUITE = """
server: shop
cases:
  - {id: stock, request: How many garden chairs are left in the warehouse?, expect: check_stock}
  - {id: stop, request: Please cancel the order that I made this morning, expect: cancel_order}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "suites/shop").mkdir(parents=True)
    (tmp_path / "suites/shop/suite.yaml").write_text(SUITE)
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS))
    (tmp_path / "toolwatch.toml").write_text('[servers.shop]\nfile = "tools.json"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_release_and_history(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["release", "v1", "--model", "embedded"]) == 0
    assert run(["release", "v1", "--model", "embedded"]) == 2
    capsys.readouterr()
    swapped = [{**TOOLS[0], "description": TOOLS[1]["description"], "name": "check_stock"},
               {**TOOLS[1], "description": TOOLS[0]["description"]}]  # fmt: skip
    (project / "tools.json").write_text(json.dumps([{**tool, "title": ""} for tool in swapped]))
    first = (project / "snapshots/releases.jsonl").read_text()
    worse = run(["release", "v2", "--model", "embedded"])
    out = capsys.readouterr().out
    assert (worse, "right tool fell" in out, (project / "snapshots/releases.jsonl").read_text() == first) == (
        1,
        True,
        True,
    )
    assert run(["release", "v2", "--model", "embedded", "--accept", "a trial"]) == 0
    capsys.readouterr()
    assert run(["history"]) == 0
    shown = capsys.readouterr().out
    assert "v1" in shown
    assert "v2" in shown
    assert run(["history", "--format", "svg", "-o", "h.svg"]) == 0
    ET.parse(project / "h.svg")


def test_nothing_to_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolwatch.toml").write_text("")
    assert run(["release", "v1"]) == 2
    assert "there is no suite" in capsys.readouterr().err
    assert run(["history"]) == 0
    assert "no release is recorded yet" in capsys.readouterr().out
