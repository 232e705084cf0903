"""The release file, its gate and its picture; the whole command on a project of its own."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from toolwatch.cli.main import run
from toolwatch.errors import UsageError
from toolwatch.gate.policy import Policy
from toolwatch.gate.releases import fallen, gone
from toolwatch.model.release import ReleaseLine
from toolwatch.model.verdict import Blame
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
        pytest.param({"no_verdict": 40, "right_tool": 60, "right_arguments": 60, "precision": 0.1}, True,
                     "m: 40 of 100 tasks have no verdict", id="what was not answered is no drop"),
        pytest.param({"no_verdict": 40, "right_tool": 47, "right_arguments": 60}, True,
                     "from 90.00 % (v1) to 87.00 % at most", id="a drop that no answer could undo"),
        pytest.param({"no_verdict": 100, "right_tool": 0, "right_arguments": 0, "precision": 0}, True,
                     "100 of 100 tasks", id="nothing answered"),
    ],
)  # fmt: skip
def test_gate(now: dict[str, Any], blocks: bool, says: str) -> None:
    reasons = list(fallen(line("v2", **now), line("v1"), Policy()))
    assert any(reason.blocks for reason in reasons) is blocks
    assert says in "\n".join(reason.text for reason in reasons)
    assert bool(reasons) is bool(says)


@pytest.mark.parametrize(
    ("now", "reasons"),
    [
        pytest.param({"no_verdict": 40, "right_tool": 60, "right_arguments": 60, "precision": 0.1}, 1, id="some"),
        pytest.param(
            {"no_verdict": 40, "right_tool": 47, "right_arguments": 60}, 2, id="some, and a drop all the same"
        ),
        pytest.param({"no_verdict": 100, "right_tool": 0, "right_arguments": 0, "precision": 1}, 1, id="all"),
    ],
)
def test_what_was_not_answered_is_said_once(now: dict[str, Any], reasons: int) -> None:
    found = list(fallen(line("v2", **now), line("v1"), Policy()))
    assert (len(found), found[0].blame) == (reasons, Blame.MODELS)
    allowed = list(fallen(line("v2", **{**now, "no_verdict": 40}), line("v1"), Policy(no_verdict_allowed=40)))
    assert all(reason.blame is Blame.GATE for reason in allowed)


DEAD = {"no_verdict": 100, "right_tool": 0, "right_arguments": 0}
HALF = {"no_verdict": 50, "right_tool": 50, "right_arguments": 50}


@pytest.mark.parametrize(
    ("lines", "allowed", "last"),
    [
        ([line("v1"), line("v2")], 0, "v2"),
        ([line("v1"), line("v2", **DEAD)], 0, "v1"),
        ([line("v1"), line("v2", **HALF)], 0, "v1"),
        ([line("v1"), line("v2", **HALF)], 50, "v2"),
        ([line("v1"), line("v2", **DEAD)], 100, "v1"),
        ([line("v1", **DEAD)], 0, None),
        ([line("v1"), line("v2", model="n")], 0, "v1"),
        ([], 0, None),
    ],
)
def test_only_a_verdict_is_compared_with(lines: list[ReleaseLine], allowed: int, last: str | None) -> None:
    found = releases.last_before(lines, "shop", "m", no_verdict_allowed=allowed)
    assert (found and found.release) == last


@pytest.mark.parametrize(
    ("known", "now", "names"),
    [
        pytest.param([], [line("v2")], [], id="the first"),
        pytest.param([line("v1")], [line("v2")], [], id="the same"),
        pytest.param([line("v1"), line("v1", suite="mail")], [line("v2")], ["mail under m"], id="a suite is gone"),
        pytest.param([line("v1"), line("v1", model="n")], [line("v2")], ["shop under n"], id="a model is gone"),
        pytest.param([line("v0", suite="mail"), line("v1")], [line("v2")], [], id="it was gone before"),
        pytest.param([line("v1"), line("v1", model="n"), line("v2", model="n")], [line("v2")], [],
                     id="it is recorded under this release already"),
        pytest.param([line("v1"), line("v1", model="n"), line("v2")], [line("v2", model="n")], [], id="and the other"),
    ],
)  # fmt: skip
def test_what_is_scored_no_more_is_unseen(known: list[ReleaseLine], now: list[ReleaseLine], names: list[str]) -> None:
    found = list(gone(now, known, "v2"))
    assert [reason.text.partition(":")[0] for reason in found] == names
    assert all(reason.blocks and reason.blame is Blame.OBSERVATION for reason in found)


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


def test_no_line_is_written_twice(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="v1 is recorded already for shop under m"):
        releases.append(tmp_path / "releases.jsonl", [line("v1"), line("v1", calls=3)])
    assert not (tmp_path / "releases.jsonl").exists()


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=4, unique=True), st.text(max_size=40))
@example(["v1\u2028", "v2\u2029", "v3\x85", "v4\x0b\x0c\x1c\x1d\x1e\r\n"], "why\u2028\x85\n")
@settings(deadline=None, derandomize=True)
def test_any_tag_and_reason_is_read_back(tags: list[str], note: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "releases.jsonl"
        for tag in tags:
            releases.append(file, [line(tag, note=note)])
        assert [(one.release, one.note) for one in releases.read(file)] == [(tag, note) for tag in tags]


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
        (line().model_dump_json().replace('"tasks":100', '"tasks":3') + "\n", "releases.jsonl:1: right_tool is 90"),
        (line().model_dump_json().replace('"no_verdict":0', '"no_verdict":101') + "\n", "releases.jsonl:1: no_verdict"),
        (line().model_dump_json().replace('"no_verdict":0', '"no_verdict":11') + "\n", "releases.jsonl:1: right_tool"),
        (line().model_dump_json().replace('"calls":95', f'"calls":{10**400}') + "\n", "releases.jsonl:1: calls: "),
        (line().model_dump_json() + "\n\n" + line(calls=3).model_dump_json(), "releases.jsonl:3: v1 stands in line 1"),
    ],
)
def test_bad_files(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "releases.jsonl").write_text(text)
    with pytest.raises(UsageError, match=says.replace(".", r"\.")):
        releases.read(tmp_path / "releases.jsonl")


def test_picture_is_well_formed_and_inert() -> None:
    hostile = "<script>alert(1)</script>\x1b[31m\uffff"
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


MODEL = """\
import json, pathlib, sys
mode = pathlib.Path("mode").read_text()
text = json.load(sys.stdin)["messages"][-1]["content"]
with open("asked", "a") as log:
    log.write("x")
if mode == "dead" or (mode == "half" and "cancel" in text):
    sys.exit(3)
right = "cancel_order" if "cancel" in text else "check_stock"
print(json.dumps({"tool": right if mode != "wrong" else "none", "arguments": {}}))
"""


@pytest.fixture
def scripted(project: Path) -> Path:
    """The project with two models that answer as the file ``mode`` says, and a release v1 that was all right."""
    (project / "model.py").write_text(MODEL)
    command = json.dumps([sys.executable, "model.py"])
    for name in ("m", "n"):
        with (project / "toolwatch.toml").open("a") as config:
            config.write(f'[models.{name}]\nprovider = "command"\nmodel = "{name}"\ncommand = {command}\ntries = 1\n')
    (project / "mode").write_text("right")
    assert run(["release", "v1", "--model", "m"]) == 0
    (project / "asked").write_text("")
    for file in (project / ".toolwatch").rglob("*"):
        file.unlink()
    return project


def recorded(project: Path) -> list[ReleaseLine]:
    return list(releases.read(project / "snapshots" / "releases.jsonl"))


@pytest.mark.parametrize(
    ("mode", "code", "says", "not_said"),
    [
        pytest.param("right", 0, "2/2 (100.0 %)", "no verdict", id="right"),
        pytest.param("wrong", 1, "right tool fell from 100.00 %", "no verdict", id="wrong"),
        pytest.param("dead", 4, "2 of 2 tasks have no verdict", "fell", id="dead"),
        pytest.param("half", 4, "1 of 2 tasks have no verdict", "fell", id="half dead"),
    ],
)
def test_a_model_that_does_not_answer_has_not_fallen(
    mode: str, code: int, says: str, not_said: str, scripted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (scripted / "mode").write_text(mode)
    capsys.readouterr()
    assert run(["release", "v2", "--model", "m"]) == code
    out = capsys.readouterr().out
    assert says in out
    assert not_said not in out
    assert ("v2       -" in out) is (mode == "dead")
    assert (says in out.splitlines()[0]) is (code == 4)


def test_a_release_without_verdict_that_was_taken_hides_no_fall(
    scripted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (scripted / "mode").write_text("dead")
    assert run(["release", "v2", "--model", "m", "--accept", "the model is away"]) == 0
    dead = recorded(scripted)[-1]
    assert (dead.release, dead.no_verdict, dead.precision) == ("v2", 2, 0.0)
    (scripted / "mode").write_text("wrong")
    capsys.readouterr()
    assert run(["release", "v3", "--model", "m"]) == 1
    assert "right tool fell from 100.00 % (v1)" in capsys.readouterr().out
    assert run(["history", "--format", "svg", "-o", "h.svg"]) == 0
    assert "v2" not in (scripted / "h.svg").read_text()


def test_a_suite_or_model_that_is_gone_is_said(scripted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["release", "v2", "--model", "n"]) == 3
    out = capsys.readouterr().out
    assert "shop under command:m: was scored in v1 and is not scored now" in out
    assert "score it under that model too (--model), or take the release without it (--accept REASON)" in out
    assert "not recorded" in out
    assert run(["release", "v2", "--model", "n", "--model", "m"]) == 0
    (scripted / "suites" / "shop").rename(scripted / "suites" / "other")
    capsys.readouterr()
    assert run(["release", "v3", "--model", "n", "--model", "m"]) == 3
    out = capsys.readouterr().out
    assert all(f"shop under command:{model}: was scored in v2" in out for model in "mn")
    assert out.count("bring the suite back, or take the release without it (--accept REASON)") == 2
    assert run(["release", "v3", "--model", "n", "--model", "m", "--accept", "renamed"]) == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param([""], "the tag is empty", id="no tag"),
        pytest.param(["  "], "the tag is empty", id="a blank tag"),
        pytest.param(["v" * 121], "the tag has 121 characters; 120 are the most", id="too long"),
        pytest.param(["v\udcff"], "the tag is no UTF-8 text", id="a tag in no UTF-8"),
        pytest.param(
            ["v2", "--accept", "\udcff"], "the reason of --accept is no UTF-8 text", id="a reason in no UTF-8"
        ),
        pytest.param(["v2", "--accept", " "], "--accept is empty", id="no reason"),
        pytest.param(["v1", "--model", "m"], "v1 is recorded already for shop under command:m", id="recorded"),
        pytest.param(["v2", "--model", "m", "--model", "command:m"], "are both command:m", id="one model by two names"),
        pytest.param(["v2", "--model", "m\udcff"], "--model is no UTF-8 text", id="a model in no UTF-8"),
    ],
)
def test_what_cannot_be_recorded_is_said_before_a_model_is_asked(
    arguments: list[str], says: str, scripted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded(scripted)
    with (scripted / "toolwatch.toml").open("a") as config:
        config.write('[run]\nmodel = "m"\n')
    capsys.readouterr()
    assert run(["release", *arguments]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert (scripted / "asked").read_text() == ""
    assert recorded(scripted) == before


def test_a_model_that_is_named_twice_is_asked_once(scripted: Path) -> None:
    assert run(["release", "v2", "--model", "m", "--model", "m"]) == 0
    assert [one.release for one in recorded(scripted)] == ["v1", "v2"]


def test_nothing_to_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolwatch.toml").write_text("")
    assert run(["release", "v1"]) == 2
    assert "there is no suite" in capsys.readouterr().err
    assert run(["history"]) == 0
    assert "no release is recorded yet" in capsys.readouterr().out
