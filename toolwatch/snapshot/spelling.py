r"""Readable JSON: indented, text as it is but for what a reader would not see, which is written as ``\uXXXX``."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from toolwatch.model.tool import Json

_HIDDEN = re.compile(
    "[\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\ue000-\uf8ff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_INFINITY = re.compile(r'^(\s*(?:"(?:[^"\\]|\\.)*": )?-?)Infinity(?=,?$)', re.MULTILINE)
_LEVELS = 6_000
"""How deep a document may nest, its readers in C and Python included."""


def dumps(value: Json) -> str:
    """Spell ``value``, two spaces to a level, keys in their order; an infinity as ``1e999``, which is JSON."""
    with _deep():
        text = json.dumps(value, indent=2, ensure_ascii=False, check_circular=False)
    return _HIDDEN.sub(_escape, _INFINITY.sub(r"\g<1>1e999", text)) + "\n"


def line(value: Json) -> str:
    """Spell ``value`` in one line, keys in their order."""
    return _HIDDEN.sub(_escape, json.dumps(value, ensure_ascii=False))


def loads(text: str) -> Json:
    """Read JSON.

    Raises:
        ValueError: it is no JSON (``json.JSONDecodeError`` tells the line), or has a number of absurd length.
        RecursionError: it nests thousands of levels deep.
    """
    try:
        return json.loads(text)
    except RecursionError:
        with _deep():
            return _python_reader().decode(text)


def _python_reader() -> json.JSONDecoder:
    """The standard library's reader without its part in C, whose levels Python 3.12 limits and no setting raises."""
    parts: Any = json.decoder
    reader: Any = json.JSONDecoder()
    reader.parse_object, reader.parse_array = parts.JSONObject, parts.JSONArray
    reader.scan_once = parts.scanner.py_make_scanner(reader)
    return cast(json.JSONDecoder, reader)


@contextmanager
def _deep() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _LEVELS))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]
