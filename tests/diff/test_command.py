"""``toolwatch diff`` as a user meets it."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from toolwatch import report
from toolwatch.cli.exits import Exit
from toolwatch.cli.main import run

Captured = pytest.CaptureFixture[str]


def tools(**schema: Any) -> dict[str, Any]:
    made = {"type": "object", "properties": {"id": {"type": "string", **schema}}, "required": ["id"]}
    return {"tools": [{"name": "lookup_order", "description": "Look an order up by its id.", "inputSchema": made}]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolwatch.toml").write_text("")
    (tmp_path / "old.json").write_text(json.dumps(tools()))
    (tmp_path / "narrower.json").write_text(json.dumps(tools(maxLength=5)))
    (tmp_path / "titled.json").write_text(json.dumps(tools(title="Id")))
    (tmp_path / "reworded.json").write_text(json.dumps(tools(description="The order's id")))
    return tmp_path


def test_nothing_changed(folder: Path, capsys: Captured) -> None:
    assert run(["diff", "old.json", "old.json", "--format", "json"]) == Exit.PASS
    assert json.loads(capsys.readouterr().out)["changes"] == []


def test_the_contract(folder: Path, capsys: Captured) -> None:
    assert run(["diff", "old.json", "narrower.json", "--format", "json"]) == Exit.GATE_FAILED
    told = json.loads(capsys.readouterr().out)
    assert told["schema_version"] == 1
    (change,) = told["changes"]
    assert (change["witness"]["found"], change["witness"]["valid_under"]) == (True, "before")
    assert len(change["witness"]["instance"]["id"]) > 5
    assert {key: change[key] for key in ("tool", "path", "code", "name", "compat", "seen_by_model", "side")} == {
        "tool": "lookup_order",
        "path": "/inputSchema/properties/id/maxLength",
        "code": "TW316",
        "name": "upper_bound_lowered",
        "compat": "breaking",
        "seen_by_model": "yes",
        "side": "input",
    }
    assert (change["before"], change["after"]) == (None, 5)


@pytest.mark.parametrize(
    ("after", "policy", "code"),
    [
        ("narrower.json", "quiet", Exit.GATE_FAILED),
        ("narrower.json", "callers", Exit.GATE_FAILED),
        ("reworded.json", "callers", Exit.PASS),
        ("reworded.json", "selection", Exit.GATE_FAILED),
        ("reworded.json", "strict", Exit.GATE_FAILED),
        ("reworded.json", "quiet", Exit.PASS),
        ("titled.json", "callers", Exit.PASS),
        ("titled.json", "strict", Exit.PASS),
    ],
)
def test_policies_decide_the_exit(folder: Path, after: str, policy: str, code: Exit) -> None:
    assert run(["diff", "old.json", after, "--policy", policy]) == code


def test_text_names_the_place_and_the_proof(folder: Path, capsys: Captured) -> None:
    run(["diff", "old.json", "narrower.json"])
    text = capsys.readouterr().out
    assert "lookup_order" in text
    assert "TW316" in text


def test_noise_is_told_of_and_shown_when_asked(folder: Path, capsys: Captured) -> None:
    run(["diff", "old.json", "titled.json"])
    quiet = capsys.readouterr()
    assert "TW342" not in quiet.out
    assert "--all" in quiet.err
    run(["diff", "old.json", "titled.json", "--all"])
    assert "TW342" in capsys.readouterr().out
    run(["diff", "old.json", "titled.json", "--format", "json"])
    assert "TW342" in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "shown"), [([], False), (["--all"], True), (["--policy", "strict"], True)])
def test_what_no_model_sees_and_breaks_nothing_is_shown_when_asked(
    folder: Path, capsys: Captured, arguments: list[str], shown: bool
) -> None:
    marked = tools()
    marked["tools"][0]["_meta"] = {"build": 7}
    (folder / "marked.json").write_text(json.dumps(marked))
    run(["diff", "old.json", "marked.json", *arguments])
    assert ("TW372" in capsys.readouterr().out) is shown


def test_written_whole_to_a_file(folder: Path, capsys: Captured) -> None:
    assert run(["diff", "old.json", "narrower.json", "-f", "json", "-o", "out/d.json"]) == Exit.GATE_FAILED
    assert json.loads((folder / "out/d.json").read_text())["changes"]
    assert capsys.readouterr().out == ""


def test_the_same_bytes_every_time(folder: Path, capsys: Captured) -> None:
    texts = []
    for _ in range(2):
        run(["diff", "old.json", "narrower.json", "-f", "json"])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["old.json"], Exit.USAGE, "two targets"),
        (["old.json", "narrower.json", "--", "python"], Exit.USAGE, "two targets"),
        (["old.json", "nothing.json"], Exit.USAGE, "nothing.json"),
        (["old.json", "broken.json"], Exit.NOT_OBSERVED, "broken.json"),
    ],
    ids=["one", "three", "absent", "no JSON"],
)
def test_bad_use(folder: Path, capsys: Captured, arguments: list[str], code: Exit, words: str) -> None:
    (folder / "broken.json").write_text("{")
    assert run(["diff", *arguments]) == code
    told = capsys.readouterr()
    assert words in told.err
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    ("before", "after", "edition"), [("old.json", "broken.json", "after"), ("broken.json", "old.json", "before")]
)
def test_the_document_says_which_side_was_not_seen(
    folder: Path, capsys: Captured, before: str, after: str, edition: str
) -> None:
    (folder / "broken.json").write_text("{")
    assert run(["diff", before, after, "--format", "json"]) == Exit.NOT_OBSERVED
    told = json.loads(capsys.readouterr().out)
    assert told["changes"] == []
    (unseen,) = told["unseen"]
    assert (unseen["edition"], unseen["completeness"]) == (edition, "failed")
    assert "broken.json" in unseen["reasons"][0]
    assert run(["schema", "diff"]) == Exit.PASS
    jsonschema.Draft202012Validator(json.loads(capsys.readouterr().out)).validate(told)


@pytest.mark.parametrize("arguments", [[], ["--all"], *(["-f", name] for name in report.formats_of("diff"))])
def test_every_format_says_that_a_side_was_not_seen(folder: Path, capsys: Captured, arguments: list[str]) -> None:
    (folder / "broken.json").write_text("{")
    assert run(["diff", "old.json", "broken.json", *arguments]) == Exit.NOT_OBSERVED
    told = capsys.readouterr().out
    assert "is no JSON" in told
    assert "no change" not in told.lower()


def test_a_rule_explains_itself(folder: Path, capsys: Captured) -> None:
    assert run(["rules", "TW301"]) == Exit.PASS
    text = capsys.readouterr().out
    assert "enum_value_removed" in text
    assert "pending" in text
