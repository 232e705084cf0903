"""Text that no reader sees, decoded: runs of tag characters and of variation selectors that spell something."""

import re
from collections.abc import Iterator

from toolwatch.model.change import Change
from toolwatch.model.tool import Json

_RUN = re.compile("[\U000e0020-\U000e007e]{3,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{3,6}\U000e007f")
"""Flags of countries without a code of their own are spelt with tag characters, and mean what they show."""


def decoded(change: Change) -> tuple[str, ...]:
    """What the new text of a change hides, each once."""
    return tuple(dict.fromkeys(text for value in _texts(change.after) for text in _spelt(value)))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)


def _spelt(text: str) -> Iterator[str]:
    for run in _RUN.findall(_FLAG.sub("", text)):
        found = bytes(_byte(ord(char)) for char in run).decode("utf-8", "replace")
        if sum(char.isalnum() for char in found) * 2 >= len(found):
            yield found


def _byte(point: int) -> int:
    """The byte that a tag character (ASCII) or a variation selector (0 to 255) stands for."""
    if point >= 0xE0100:
        return point - 0xE0100 + 16
    return point - 0xE0000 if point >= 0xE0000 else point - 0xFE00
