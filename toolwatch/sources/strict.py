"""Reads JSON from strangers: bounded, and loud about what a plain parser would lose in silence."""

import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from toolwatch.model.tool import Json

_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\u[dD](?:(?P<first>[89abAB])|[c-fC-F])[0-9a-fA-F]{2}")
_SPACED = re.compile(r'"[ \t\r\n]+:')
_NESTED = (dict, list)


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
    try:
        value, reader = _loads(text)
    except RecursionError:
        raise NoJson(f"nested deeper than {nesting} levels") from None
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at").removesuffix(" starting")
        raise NoJson(what, error.lineno, error.colno) from None
    if deeper_than(value, nesting):
        raise NoJson(f"nested deeper than {nesting} levels")
    if _may_have_half(text) and _has_surrogate(value):
        losses.append("holds half a surrogate pair, which is no character")
    return Parsed(value, (*losses, *reader.losses))


def _loads(text: str) -> tuple[Json, "_Reader"]:
    """The value, and who read it; the hooks that cost time are set where the text shows that they may be needed."""
    hooks = {}
    reader = _Reader()
    try:
        value = reader.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer of more digits than Python converts
        reader = _Reader()
        hooks = {"parse_int": reader.integer}
        value = reader.loads(text, **hooks)
    if _keys(value) != _written_keys(text):
        reader.losses.clear()
        value = reader.loads(text, object_pairs_hook=reader.object, **hooks)
    return value, reader


def deeper_than(value: Json, levels: int) -> bool:
    """Whether arrays and objects are nested in more than ``levels`` levels; never recurses."""
    layer = [value] if isinstance(value, _NESTED) else []
    for _ in range(levels):
        layer = _below(layer)
        if not layer:
            return False
    return bool(layer)


def _keys(value: Json) -> int:
    """How many keys all objects hold together."""
    count, layer = 0, [value] if isinstance(value, _NESTED) else []
    while layer:
        count += sum(len(node) for node in layer if isinstance(node, dict))
        layer = _below(layer)
    return count


def _written_keys(text: str) -> int:
    """How many keys the text of a document holds; -1 where that cannot be said without reading it.

    No string holds a bare quotation mark, so one before a colon ends a key, unless a backslash stands before it.
    """
    if '\\\\"' in text:
        return -1
    spaced = sum(not text.endswith("\\", 0, match.start()) for match in _SPACED.finditer(text))
    return text.count('":') - text.count('\\":') + spaced


def _below(layer: list[Json]) -> list[Json]:
    """The arrays and objects that stand in those of ``layer``."""
    inside = (node.values() if isinstance(node, dict) else node for node in layer)
    return [child for children in inside for child in children if isinstance(child, _NESTED)]


def _may_have_half(text: str) -> bool:
    """Whether an escape stands for half a surrogate pair, and its other half does not follow."""
    end = -1
    for match in _ESCAPED_HALF.finditer(text):
        if text.endswith("\\", 0, match.start()):
            return True
        if match["first"]:
            if end >= 0:
                return True
            end = match.end()
        elif match.start() != end:
            return True
        else:
            end = -1
    return end >= 0


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

    def loads(self, text: str, **hooks: Any) -> Json:
        """The value that ``text`` is; a plain number out of range becomes its own text."""
        return json.loads(text, parse_constant=self.constant, parse_float=self.float, **hooks)

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            twice = sorted(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            self.losses.append(f"an object holds the key {', '.join(map(repr, twice))} more than once; the last counts")
        return made

    def constant(self, text: str) -> str:
        self.losses.append(f"{text} is no JSON number; kept as text")
        return text

    def integer(self, text: str) -> int | str:
        """A whole number, or its text where it is longer than Python reads."""
        try:
            return int(text)
        except ValueError:
            self.losses.append(f"the number {text[:40]}... has {len(text)} digits; kept as text")
            return text

    def float(self, text: str) -> float | str:
        value = float(text)
        if math.isinf(value):
            self.losses.append(f"the number {text[:40]} is out of range; kept as text")
            return text
        return value
