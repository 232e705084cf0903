"""``toolwatch report``, ``schema`` and what they refuse."""

import json
from pathlib import Path

import pytest

from tests.report.everything import EVERYTHING, QUIET
from toolwatch import report
from toolwatch.cli.main import run
from toolwatch.score import releases


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toolwatch.toml").write_text("")
    file = tmp_path / "run.json"
    file.write_text(report.render(EVERYTHING, "json"))
    return file


@pytest.mark.parametrize("format_name", report.known_formats())
def test_a_stored_run_in_every_format(format_name: str, stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(stored), "--format", format_name]) == 0
    assert capsys.readouterr().out == report.render(EVERYTHING, format_name)


def test_it_writes_files_and_knows_the_projects_releases(stored: Path) -> None:
    quiet = stored.with_name("quiet.json")
    quiet.write_text(report.render(QUIET, "json"))
    releases.append(stored.parent / "snapshots" / "releases.jsonl", EVERYTHING.releases)
    assert run(["report", str(quiet), "-f", "html", "-o", "out/report.html"]) == 0
    assert "Scores over releases" in (stored.parent / "out" / "report.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run.json", "-f", "docx"], "no report format 'docx'; there are gitlab, html, json"),
        (["nowhere.json"], "nowhere.json: No such file"),
        (["run.json", "--open"], "--open needs --output"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], says: str, stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_the_formats_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(report.known_formats())


@pytest.mark.parametrize(("document", "part"), [("report", "check"), ("diff", "diff"), ("lint", "lint")])
def test_schemas_are_published(document: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", document]) == 0
    assert json.loads(capsys.readouterr().out) == report.schema(part)
