"""Nouns become JSON data that every JSON reader can read back."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

_HALF = re.compile("[\ud800-\udfff]")


def plain(value: Any) -> Any:
    """``value`` as dicts, lists and scalars; lone surrogates and numbers that JSON lacks are spelt out as text.

    Halves of characters are spelt as every format spells them, so that a run reads the same once it was stored.
    """
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return value if value.isascii() else _HALF.sub(lambda half: f"\\u{{{ord(half.group()):x}}}", value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {plain(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


LONGEST = 80
"""Characters of a string that are shown whole."""

MOST_ITEMS = 20
"""Items of a list that are all shown."""


def brief(value: Any) -> Any:
    """A JSON value with the most of each long text and long list left out, and how long it is in its place."""
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[: LONGEST // 4]}… ({len(value)} characters)"
    if isinstance(value, list):
        shown = [brief(item) for item in (value if len(value) <= MOST_ITEMS else value[:3])]
        return shown if len(value) <= MOST_ITEMS else [*shown, f"… ({len(value)} items)"]
    if isinstance(value, dict):
        return {key: brief(item) for key, item in value.items()}
    return value


def compact(value: Any) -> str:
    """A JSON value on one line."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(", ", ": "))
