"""One claim of prose, and how prose writes numbers."""

from typing import NamedTuple

from toolwatch.model.tool import Json

NUMBER = r"-?\d{1,12}(?:[,_]\d{3}){0,4}(?:\.\d{1,8})?"

UNITS = frozenset(
    (
        "ms", "millisecond", "sec", "second", "min", "minute", "h", "hr", "hour", "d", "day", "week", "month", "year",
        "k", "m", "kb", "mb", "gb", "kib", "mib", "gib", "byte", "%", "percent", "cent",
    )
)  # fmt: skip
"""Units, without an s, in which a text may give an amount that the schema counts in another."""

SCALES = (1, 7, 24, 60, 100, 1000, 1024, 3600, 60_000, 86_400, 1_000_000, 1_048_576, 3_600_000)
"""Factors between units in which the text and the schema may give the same amount."""


class Said(NamedTuple):
    """A claim's value and the words that make it."""

    value: Json
    quote: str


def number(text: str) -> float:
    """The value of a number as prose writes it, with thousands separators."""
    return float(text.replace(",", "").replace("_", ""))
