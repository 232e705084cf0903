"""Findings and changes of a check stand on their lines in the definition file, named from the workspace."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from toolwatch.config.settings import Settings
from toolwatch.github.commands import annotations
from toolwatch.pipeline.check import Ask, check
from toolwatch.pipeline.lists.targets import Target
from toolwatch.pipeline.placing import placed
from toolwatch.pipeline.rerun.cases import Wish

OLD = [
    {"name": "a", "description": "Finds the orders of one customer.", "inputSchema": {"type": "object"}},
    {"name": "gone", "description": "Pays money back to a card.", "inputSchema": {"type": "object"}},
]
NEW = [{"name": "a", "description": "", "inputSchema": {"type": "object", "required": ["x"]}}]


def test_lines_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "workspace" / "servers" / "shop"
    folder.mkdir(parents=True)
    (folder / "tools.json").write_text(json.dumps({"tools": NEW}, indent=2))
    (folder / "old.json").write_text(json.dumps({"tools": OLD}))
    monkeypatch.chdir(folder)
    settings = Settings({"servers": {"shop": {"file": "tools.json"}}}, root=Path())
    found = check(Ask((Target("shop"),), base="old.json", wish=Wish("none")), settings)
    report = placed(found, tmp_path / "workspace")
    lines = (folder / "tools.json").read_text().splitlines()
    spots = [one.position for one in report.findings if one.tool == "a" and one.path == "/description"]
    place = spots[0]
    assert place is not None
    assert place.file == "servers/shop/tools.json"
    assert '"description"' in lines[place.line - 1]
    required = next(one for one in report.changes if one.tool == "a" and "required" in one.path)
    assert required.position is not None
    assert "required" in lines[required.position.line - 1] or '"x"' in lines[required.position.line - 1]
    gone = next(one for one in report.changes if one.tool == "gone")
    assert gone.position is not None
    assert gone.position.line == 1
    printed = [str(one) for one in annotations(report.findings, report.changes)]
    assert any(text.startswith("::error file=servers/shop/tools.json,line=") for text in printed)


def test_files_elsewhere_are_not_named(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps(NEW))
    (tmp_path / "old.json").write_text(json.dumps(OLD))
    settings = Settings({"servers": {"shop": {"file": str(tmp_path / "tools.json")}}}, root=tmp_path)
    found = check(Ask((Target("shop"),), base=str(tmp_path / "old.json"), wish=Wish("none")), settings)
    report = placed(found, tmp_path / "elsewhere")
    assert {one.position for one in report.changes} == {None}
    assert placed(replace(found, servers=()), tmp_path).changes == found.changes
