"""A report becomes text."""

from typing import Any

from toolwatch.model.report import Report
from toolwatch.model.tool import Json
from toolwatch.report.base import Format, Part, Style
from toolwatch.report.engine import chosen, formats_of, known_formats, render
from toolwatch.report.escape import line

__all__ = [
    "Format",
    "Part",
    "Style",
    "chosen",
    "document",
    "formats_of",
    "is_run",
    "known_formats",
    "line",
    "loads",
    "of_data",
    "render",
    "schema",
]


def document(report: Report, *, part: Part | str = Part.CHECK) -> dict[str, Any]:
    """The report as JSON data, by the published schema of that part."""
    from toolwatch.report import writing

    return writing.document(report, part=part)


def schema(part: Part | str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of that part's document."""
    from toolwatch.report import documents

    return documents.schema(part)


def is_run(data: Json) -> bool:
    """Whether a JSON document has the shape of a stored run; no trace has."""
    return isinstance(data, dict) and isinstance(data.get("verdict"), dict) and isinstance(data.get("cases"), list)


def loads(text: str, *, where: str) -> Report:
    """Read a stored run; ``where`` names it in errors.

    Raises:
        UsageError: the text is no such document.
    """
    from toolwatch.report import reading

    return reading.loads(text, where=where)


def of_data(data: dict[str, Json], *, where: str) -> Report:
    """``loads`` for a JSON document that was parsed already."""
    from toolwatch.report import reading

    return reading.of_data(data, where=where)
