"""What a tool says, apart from how it is typed: the value that digests of meaning are made of.

Prose (``description`` and ``title`` of the tool, its annotations and its schemas) is brought to NFC, and each run of
whitespace in it becomes one space: Python 3.13 strips the indentation of docstrings where 3.12 keeps it, and an editor
that cuts trailing blanks changes nothing that a model would act on. Everything else (names, enum values, defaults,
patterns, ``_meta``, unknown fields) counts as typed. A top-level field that is null is the same as an absent one.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from toolwatch.model.tool import Json

PROSE = frozenset({"description", "title"})

_BLANKS = re.compile(r"[ \t\n\r\f\v]+")
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"})
"""Keywords whose value maps free names to schemas."""
_DATA = frozenset({"const", "default", "enum", "example", "examples"})
"""Keywords whose value is data, in which ``description`` is a key like any other."""
_MOST_LEVELS = 400


def prose(text: str) -> str:
    """Bring a text for reading to NFC with single spaces, none at the ends."""
    return unicodedata.normalize("NFC", _BLANKS.sub(" ", text).strip(" "))


def of_field(name: str, value: Json) -> Json:
    """The meaning of one top-level field of a tool."""
    if name in PROSE:
        return prose(value) if isinstance(value, str) else value
    if name in ("inputSchema", "outputSchema", "annotations"):
        return _schema(value, 0)
    return value


def of_tool(raw: Mapping[str, Any]) -> dict[str, Json]:
    """The meaning of a whole tool."""
    return {name: of_field(name, value) for name, value in raw.items() if value is not None}


def _schema(value: Json, level: int) -> Json:
    if level > _MOST_LEVELS:
        return value
    if isinstance(value, list):
        return [_schema(item, level + 1) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _keyword(key, item, level + 1) for key, item in value.items()}


def _keyword(key: str, value: Json, level: int) -> Json:
    if key in PROSE and isinstance(value, str):
        return prose(value)
    if key in _DATA:
        return value
    if key in _NAMED and isinstance(value, dict):
        return {name: _schema(item, level + 1) for name, item in value.items()}
    return _schema(value, level)
