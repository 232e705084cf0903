"""A report becomes text."""

from toolwatch.report.base import Format, Part, Style
from toolwatch.report.documents import document, schema
from toolwatch.report.engine import known_formats, render
from toolwatch.report.reading import loads

__all__ = ["Format", "Part", "Style", "document", "known_formats", "loads", "render", "schema"]
