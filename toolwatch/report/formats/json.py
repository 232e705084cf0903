"""The contract document as text."""

import json
from typing import ClassVar

from toolwatch.model.report import Report
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.escape import json_text
from toolwatch.report.writing import document


class JsonFormat(Format):
    """The published contract: `toolwatch schema report`, `diff` or `lint` prints its schema."""

    name, suffix = "json", ".json"
    parts: ClassVar[frozenset[Part]] = frozenset(Part)

    def render(self, report: Report, style: Style) -> str:
        """ASCII, two spaces deep, so that it is safe to print and readable in a diff."""
        return json_text(json.dumps(document(report, part=style.part), indent=2)) + "\n"
