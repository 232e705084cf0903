"""Every format writes what its golden files show."""

from collections.abc import Callable

import pytest

from tests.report.everything import REPORTS
from toolwatch import report

FORMATS = report.known_formats()
CASES = [
    (name, format_name, part.value)
    for name in REPORTS
    for format_name, chosen in FORMATS.items()
    for part in report.Part
    if part in chosen.parts
]


@pytest.mark.parametrize(("name", "format_name", "part"), CASES, ids=["-".join(case) for case in CASES])
def test_golden(name: str, format_name: str, part: str, golden: Callable[[str, str], None]) -> None:
    text = report.render(REPORTS[name], format_name, part=part)
    suffix = FORMATS[format_name].suffix
    golden(f"{name}{'' if part == 'check' else '.' + part}.{format_name}{suffix}", text)
