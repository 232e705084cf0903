"""Workflow commands, outputs and the summary: nothing a stranger writes starts a command or another output."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.report import hostile
from tests.report.lists import CHANGES, FINDINGS
from toolwatch.github import commands
from toolwatch.model.finding import Finding, Severity
from toolwatch.model.position import Position


def test_an_annotation_names_its_line() -> None:
    finding = replace(FINDINGS[0], message="50% off: 'a, b'\nnext")
    [annotation] = commands.annotations([finding], [])
    assert str(annotation) == (
        "::warning file=tools.json,line=14,col=7,title=toolwatch TW131 swallows_neighbours::"
        "start_return /description: 50%25 off: 'a, b'⏎next"
    )


def test_ten_of_a_level_at_most_and_the_worst_first() -> None:
    many = [
        replace(FINDINGS[0], severity=severity) for severity in (Severity.INFO, Severity.WARNING) for _ in range(30)
    ]
    found = commands.annotations(many, CHANGES)
    assert [one.level for one in found] == ["error"] * 2 + ["warning"] * 10 + ["notice"] * 10


@pytest.mark.parametrize(("findings", "shown"), [(9, 9), (10, 10), (11, 9), (500, 9)])
def test_what_the_runner_would_drop_is_counted(findings: int, shown: int) -> None:
    many = [replace(FINDINGS[0], message=f"number {number}") for number in range(findings)]
    found = [str(one) for one in commands.annotations(many, [])]
    assert [one for one in found if "number" in one] == found[:shown]
    told = [f"::warning title=toolwatch::{findings - shown} more of this kind"] if shown < findings else []
    assert [one.partition(";")[0] for one in found[shown:]] == told


def test_hostile_text_stays_in_its_annotation() -> None:
    texts = hostile.strings(4000)
    for text in texts:
        finding = Finding(text, text, "text", Severity.ERROR, text, text, text, text, position=Position(text, 3))
        line = str(commands.annotations([finding], [])[0])
        assert len(line.splitlines()) == 1
        match = re.fullmatch(r"::error file=([^,:]*),line=3,col=1,title=([^,:]*)::.*", line)
        assert match is not None, line
        assert "##[" not in line


def test_outputs_are_one_line_each(tmp_path: Path) -> None:
    file = tmp_path / "output"
    commands.outputs(file, {"verdict": "pass\nevil=1", "report": "a\r\nb"})
    commands.outputs(file, {"more": "x"})
    assert file.read_text().splitlines() == ["verdict=pass⏎evil=1", "report=a⏎b", "more=x"]


def test_a_summary_that_would_be_dropped_is_written_short(tmp_path: Path) -> None:
    file = tmp_path / "summary"
    commands.summary(file, "é" * commands.SUMMARY_BYTES, short="short\n")
    commands.summary(file, "whole\n", short="short\n")
    assert file.read_text() == "short\nwhole\n"
