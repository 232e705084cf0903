"""Finding formats: by name, by part, installed by another package, and what is said when there is none."""

import re
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.packages import install
from tests.report.everything import BLIND, EVERYTHING, QUIET
from toolwatch import report
from toolwatch.cli.options import ReportFormat
from toolwatch.errors import UsageError
from toolwatch.lint import formats as lint_formats
from toolwatch.lint.result import Heard, Linted
from toolwatch.model.listing import Coverage
from toolwatch.model.report import Report
from toolwatch.model.selection import Selection
from toolwatch.model.verdict import Blame, Decision, Reason, Verdict

PLUGIN = '''
from toolwatch.report.base import Format

class Shout(Format):
    """One loud word."""

    name, suffix = "shout", ".txt"

    def render(self, report, style):
        return report.verdict.decision.value.upper() + "\\n"
'''


def test_every_format_has_a_golden_file_of_every_part() -> None:
    golden = Path(__file__).parent / "golden"
    for name, chosen in report.known_formats().items():
        for part in chosen.parts:
            infix = "" if part is report.Part.CHECK else f".{part}"
            assert (golden / f"everything{infix}.{name}{chosen.suffix}").is_file()


def test_unknown_formats_and_parts_are_said() -> None:
    with pytest.raises(UsageError, match=r"no report format 'docx'; there are gitlab, html, json"):
        report.render(QUIET, "docx")
    with pytest.raises(UsageError, match="the format html shows a whole check, not a lint alone"):
        report.render(QUIET, "html", part="lint")


@pytest.mark.parametrize("part", list(report.Part))
def test_the_formats_of_a_part_are_those_that_write_it(part: report.Part) -> None:
    assert set(report.formats_of(part)) == {name for name, one in report.known_formats().items() if part in one.parts}
    for name in report.formats_of(part):
        assert report.chosen(name, part).name == name


def unknown(text: str, blame: Blame) -> Report:
    """A run that could not tell, for a reason that no list of its own shows."""
    return replace(QUIET, verdict=Verdict(Decision.UNKNOWN, (Reason(text, True, blame),)))


NOT_TOLD = {
    "a server not seen": (BLIND, "could not be observed"),
    "nothing checked": (replace(unknown("no such file", Blame.OBSERVATION), servers=()), "no such file"),
    "no base": (unknown("there is no base yet", Blame.OBSERVATION), "there is no base yet"),
    "no answer": (unknown("has no verdict", Blame.MODELS), "has no verdict"),
    "budget": (unknown("the budget is spent", Blame.MODELS), "the budget is spent"),
}


@pytest.mark.parametrize("name", report.known_formats())
@pytest.mark.parametrize("why", NOT_TOLD)
def test_no_format_is_green_on_blind(why: str, name: str) -> None:
    blind, said = NOT_TOLD[why]
    assert said in report.render(blind, name)


def test_no_two_tests_share_a_name() -> None:
    """Readers of JUnit XML keep the first of a name and drop the rest without a word."""
    found = replace(
        EVERYTHING, findings=EVERYTHING.findings * 3, changes=EVERYTHING.changes * 2, outcomes=EVERYTHING.outcomes * 2
    )
    down = Heard("down", "down", coverage=Coverage(problems=("page 2 is missing", "page 3 is missing")))
    other = tuple(replace(one, server="other") for one in EVERYTHING.findings)
    linted = Linted(EVERYTHING.findings * 2 + other + EVERYTHING.findings, (Heard("helpdesk", "helpdesk", 4), down))
    for text in (report.render(found, "junit"), lint_formats.render(linted, "junit")):
        names = [(one.get("classname"), one.get("name")) for one in ElementTree.fromstring(text).iter("testcase")]
        assert len(names) == len(set(names))
        assert len(names) >= len(linted.findings)
    assert "(3)" in report.render(found, "junit")


PARTS = {
    "a name that is gone": (EVERYTHING, "is still used in the skill"),
    "what was not looked through": (EVERYTHING, "1 file was not looked through: binary"),
    "the prompt's size": (EVERYTHING, "about 410 tokens before, 431 after"),
    "how far to trust the model": (EVERYTHING, "1 of 20 cases"),
    "what may have moved unseen": (EVERYTHING, "at most 9.5% of them may have moved"),
    "what was not asked": (
        replace(QUIET, changes=EVERYTHING.changes, selection=Selection(left_out=(("helpdesk", "bye"),) * 5)),
        "5 cases not asked, of which nothing is known",
    ),
    "what is no news": (
        replace(QUIET, selection=Selection(unchanged=6)),
        "6 cases would be the very same question before and after",
    ),
}


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
@pytest.mark.parametrize("part", PARTS)
def test_what_one_page_for_people_says_all_of_them_say(part: str, name: str) -> None:
    found, said = PARTS[part]
    text = re.sub(r"<[^>]+>|`", "", report.render(found, name))
    assert said in " ".join(text.split())


def test_an_installed_package_can_bring_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shouting.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "[toolwatch.formats]\nshout = shouting:Shout\n")
    assert report.render(QUIET, "shout") == "PASS\n"
    assert "shout" in report.formats_of("check")
    assert ReportFormat("check").convert("shout", None, None) == "shout"
    sys.modules.pop("shouting")
