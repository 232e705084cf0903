"""Replacing stretches of a text."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """``[start, end)`` of a text becomes ``text``."""

    start: int
    end: int
    text: str


def compatible(edits: Sequence[Edit], taken: Sequence[Edit]) -> bool:
    """Whether none of ``edits`` touches what one of ``taken`` touches."""
    return all(edit.end < other.start or edit.start > other.end for edit in edits for other in taken)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Make the edits, which do not overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
