"""Reads JSON from strangers: bounded, and loud about what a plain parser would lose in silence."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from toolwatch.model.tool import Json

_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_KEY = re.compile(r'(?<!\\)"[ \t\r\n]*:')
"""The end of a key: no string holds a bare quotation mark."""


class NoJson(ValueError):
    """The text is no JSON, or more of it than the bounds allow; the text says which, and ``line`` where (from 1)."""

    def __init__(self, text: str, line: int = 0, column: int = 0) -> None:
        super().__init__(text)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON value, and one sentence for each thing that could not be kept as it was written."""

    value: Json
    losses: tuple[str, ...] = ()


def parse(raw: bytes | str, *, nesting: int) -> Parsed:
    """Parse ``raw``; what is ambiguous or cannot be represented is kept as nearly as possible and named.

    Duplicate keys keep the last value, a number out of range becomes its own text, bytes that are no UTF-8 become
    U+FFFD.

    Raises:
        NoJson: no JSON, or nested deeper than ``nesting`` levels.
    """
    text, losses = _decode(raw)
    reader = _Reader()
    hooks: dict[str, Any] = {"parse_constant": reader.constant, "parse_float": reader.float}
    try:
        value = json.loads(text, **hooks)
        if _keys(value) != len(_KEY.findall(text)):
            reader.losses.clear()
            value = json.loads(text, object_pairs_hook=reader.object, **hooks)
    except RecursionError:
        raise NoJson(f"nested deeper than {nesting} levels") from None
    except json.JSONDecodeError as error:
        raise NoJson(error.msg.lower(), error.lineno, error.colno) from None
    except ValueError as error:  # an integer of more digits than Python converts
        raise NoJson(str(error)) from None
    if deeper_than(value, nesting):
        raise NoJson(f"nested deeper than {nesting} levels")
    if _ESCAPED_HALF.search(text) and _has_surrogate(value):
        losses.append("holds half a surrogate pair, which is no character")
    return Parsed(value, (*losses, *reader.losses))


def deeper_than(value: Json, levels: int) -> bool:
    """Whether arrays and objects are nested in more than ``levels`` levels; never recurses."""
    layer = [value] if isinstance(value, dict | list) else []
    for _ in range(levels):
        layer = [child for node in layer for child in _children(node) if isinstance(child, dict | list)]
        if not layer:
            return False
    return bool(layer)


def _keys(value: Json) -> int:
    """How many keys all objects hold together."""
    count, layer = 0, [value]
    while layer:
        below: list[Json] = []
        for node in layer:
            if isinstance(node, dict):
                count += len(node)
                below.extend(child for child in node.values() if isinstance(child, dict | list))
            elif isinstance(node, list):
                below.extend(child for child in node if isinstance(child, dict | list))
        layer = below
    return count


def _children(node: Json) -> Iterable[Json]:
    if isinstance(node, dict):
        return node.values()
    return node if isinstance(node, list) else ()


def _decode(raw: bytes | str) -> tuple[str, list[str]]:
    if isinstance(raw, str):
        return raw, []
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        return raw.decode("utf-8-sig", errors="replace"), [f"byte {error.start} is no UTF-8"]


def _has_surrogate(value: Json) -> bool:
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            if not node.isascii() and _HALF.search(node):
                return True
        elif isinstance(node, dict):
            stack.extend(node)
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    return False


class _Reader:
    """The hooks of one parse."""

    def __init__(self) -> None:
        self.losses: list[str] = []

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = sorted(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            self.losses.append(f"an object holds the key {', '.join(map(repr, twice))} more than once; the last counts")
        return made

    def constant(self, text: str) -> str:
        self.losses.append(f"{text} is no JSON number; kept as text")
        return text

    def float(self, text: str) -> float | str:
        value = float(text)
        if math.isinf(value):
            self.losses.append(f"the number {text[:40]} is out of range; kept as text")
            return text
        return value
