"""Finding formats: by name, by part, installed by another package, and what is said when there is none."""

import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from tests.report.everything import QUIET
from toolwatch import registry, report
from toolwatch.errors import UsageError

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


def test_an_installed_package_can_bring_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shouting.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("shout", "shouting:Shout", "toolwatch.formats")
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints([entry]))
    assert report.render(QUIET, "shout") == "PASS\n"
    sys.modules.pop("shouting")
