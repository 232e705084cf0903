"""What a check shows, in each format and under each policy."""

import json
from pathlib import Path

import pytest

from tests.pipeline.helpdesk import TOOLS, Check, edit
from toolwatch import report
from toolwatch.cli.main import run


@pytest.mark.parametrize("name", report.formats_of("check"))
def test_every_format_of_the_registry_is_offered_and_shows_the_stored_run(
    name: str, project: Path, check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(project, "helpful")
    _, whole, _ = check("--select", "none")
    (project / "run.json").write_text(json.dumps(whole))
    assert run(["check", "--select", "none", "--format", name]) == 0
    text = capsys.readouterr().out
    assert run(["report", "run.json", "--format", name]) == 0
    assert capsys.readouterr().out == text


def test_no_other_format_is_offered_and_nothing_is_asked_for_one(project: Path, check: Check) -> None:
    edit(project, "broad")
    assert run(["check", "--format", "docx"]) == 2
    assert not (project / ".toolwatch").exists()


def test_what_a_code_scanner_shows_stands_at_its_line(
    project: Path, check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(project, "helpful")
    run(["check", "--select", "none", "--format", "sarif"])
    (ran,) = json.loads(capsys.readouterr().out)["runs"]
    places = [one["locations"][0]["physicalLocation"] for one in ran["results"]]
    assert {place["artifactLocation"]["uri"] for place in places} == {"suites/helpdesk/tools.json"}
    assert all(place["region"]["startLine"] > 1 for place in places)


EVERY = {"TW310", "TW342", "TW364", "TW372"}
"""What ``test_the_policy_decides_what_is_shown`` edits: breaking, a schema's title, a description, and ``_meta``."""


@pytest.mark.parametrize(
    ("policy", "shown"),
    [
        ('policy = "strict"', EVERY),
        ('policy = "callers"', {"TW310", "TW364"}),
        ('policy = "selection"', {"TW310", "TW364"}),
        ('policy = "quiet"', {"TW310"}),
        ('codes.TW342 = {weight = "warn", reason = "we generate code from titles"}', {"TW310", "TW342", "TW364"}),
        ('codes.TW364 = {weight = "ignore", reason = "reviewed elsewhere"}', {"TW310"}),
    ],
    ids=["strict", "callers", "selection", "quiet", "a code shown", "a code ignored"],
)
@pytest.mark.parametrize("name", ["text", "markdown"])
def test_the_policy_decides_what_is_shown(
    name: str, policy: str, shown: set[str], project: Path, check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(TOOLS.read_text())
    first = (document["tools"] if isinstance(document, dict) else document)[0]
    schema = first["inputSchema"]
    first["description"] += " Be quick."
    first["_meta"] = {"build": 7}
    next(iter(schema["properties"].values()))["title"] = "ATitle"
    schema["properties"]["why"] = {"type": "string", "description": "Why it is done."}
    schema["required"] = [*schema.get("required", ()), "why"]
    (project / "suites/helpdesk/tools.json").write_text(json.dumps(document))
    (project / "toolwatch.toml").write_text(
        f'[servers.helpdesk]\nfile = "suites/helpdesk/tools.json"\n[diff]\n{policy}\n'
    )
    _, whole, _ = check("--select", "none")
    assert {change["code"] for change in whole["changes"]} == EVERY
    assert {one["code"] for one in whole["changes"] if one["fingerprint"] in whole.get("quiet", ())} == EVERY - shown
    run(["check", "--select", "none", "--format", name])
    text = capsys.readouterr().out
    assert {code for code in EVERY if code in text} == shown
    assert ("the policy ignores" in text) == (shown != EVERY)
    (project / "run.json").write_text(json.dumps(whole))
    run(["report", "run.json", "--format", name])
    assert capsys.readouterr().out == text
