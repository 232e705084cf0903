"""A table of requests and tools: CSV or TSV with a line of column names."""

import csv
import io
import re
from collections.abc import Iterator, Mapping

from toolwatch.errors import SuiteError
from toolwatch.model.position import Position
from toolwatch.suites.base import Draft, Importer, Skipped, Source

_COLUMNS = {
    "request": ("request", "query", "question", "prompt", "message", "utterance", "input", "text", "user message"),
    "expected": ("expected", "expect", "expected tool", "expected tools", "tool", "tools", "label", "intent"),
    "id": ("id", "case", "case id", "name"),
    "category": ("category", "group", "area"),
    "language": ("language", "lang", "locale"),
    "must_not": ("must not", "forbidden", "forbidden tools"),
    "abstain": ("abstain",),
    "note": ("note", "notes", "comment"),
    "source": ("source", "origin"),
}
_NONE = {"", "-", "none", "no tool", "n/a", "null"}
_KINDS = ("underspecified", "unsupported", "chat")


class Table(Importer):
    """Columns for the request and the expected tool, by any of their usual names; several tools are split at ``;``."""

    name = "csv"

    def recognises(self, source: Source) -> bool:
        """A file of that ending."""
        return source.path.suffix.lower() in (".csv", ".tsv")

    def cases(self, source: Source) -> Iterator[Draft | Skipped]:
        """One draft for each row."""
        reader = csv.DictReader(io.StringIO(source.text, newline=None), dialect=_dialect(source))
        try:
            columns = _columns(reader.fieldnames or ())
            for needed in ("request", "expected"):
                if needed not in columns:
                    known = ", ".join(_COLUMNS[needed])
                    raise SuiteError(f"{source.name}:1: has no column for the {needed}; call one of them {known}")
            for row in reader:
                yield _case(row, columns, Position(source.name, reader.line_num))
        except csv.Error as error:
            raise SuiteError(f"{source.name}:{reader.line_num}: is no CSV: {error}") from None


def _dialect(source: Source) -> type[csv.Dialect]:
    if source.path.suffix.lower() == ".tsv":
        return csv.excel_tab

    class Found(csv.excel):
        delimiter = max(",;\t", key=source.text.partition("\n")[0].count)

    return Found


def _columns(names: object) -> dict[str, str]:
    """Which column holds what."""
    found: dict[str, str] = {}
    for name in names if isinstance(names, list) else ():
        plain = re.sub(r"[\s_-]+", " ", str(name)).strip().lower()
        for field, known in _COLUMNS.items():
            if plain in known:
                found.setdefault(field, name)
    return found


def _case(row: Mapping[str, str | None], columns: Mapping[str, str], position: Position) -> Draft | Skipped:
    cells = {field: (row.get(column) or "").strip() for field, column in columns.items()}
    if not cells["request"]:
        return Skipped(position, "has no request")
    tools = () if cells["expected"].lower() in _NONE else _split(cells["expected"])
    abstain = cells.get("abstain", "").lower()
    return Draft(
        cells["request"],
        tools,
        position,
        id=cells.get("id", ""),
        must_not=_split(cells.get("must_not", "")),
        category=cells.get("category", ""),
        language=cells.get("language", ""),
        source=cells.get("source", ""),
        abstain=abstain if abstain in _KINDS and not tools else "",
        note=cells.get("note", ""),
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[;|]", text) if name.strip()))
