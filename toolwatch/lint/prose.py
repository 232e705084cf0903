"""What English prose about one parameter claims: its type, values, default, bounds, and whether it must be given."""

import re
from functools import lru_cache
from typing import NamedTuple

from toolwatch.lint.announced import Listed, lists
from toolwatch.lint.bounds import Bound, bounds
from toolwatch.lint.defaults import defaults
from toolwatch.lint.kinds import is_encoded, types
from toolwatch.lint.pieces import holds
from toolwatch.lint.said import Said

LONGEST = 8_000
"""Characters of one text that are read for claims."""

_UNCONDITIONAL = (
    r"(?!\s{0,2}(?:,|-|\u2013|:|\()?\s{0,2}(?:if|when|for|unless|only|with|in|on|by|to|where|but|at|as|except|from"
    r"|or|and|during|while)\b)"
)
_NEED = re.compile(
    rf"(?:^\W{{0,3}}(?P<start>required\b(?=\s?[.,:;)\]\u2013\u2014-]|\s*$)|optional\b){_UNCONDITIONAL}"
    rf"|^[^\n]{{0,300}}[\[(](?:[^()\[\]\n]{{0,30}},\s?)?(?P<paren>required"
    rf"|optional)(?:,[^()\[\]\n]{{0,40}})?[\])](?=\W{{0,3}}$)"
    rf"|^\s{{0,8}}[\[(](?:[^()\[\]\n]{{0,30}},\s?)?(?P<first>required|optional)(?:,[^()\[\]\n]{{0,40}})?[\])]"
    rf"|\bthis (?:field|parameter|argument|value|property) is (?P<said>required|optional|mandatory)\b{_UNCONDITIONAL}"
    rf"|[.;]\s(?P<last>required|optional)\.?\s?$)",
    re.IGNORECASE,
)


_NEED_HINTS = ("required", "optional", "mandatory")
"""Pieces of which every match holds one: looked for first, since that is faster."""


class Claims(NamedTuple):
    """All that a text claims."""

    types: tuple[Said, ...] = ()
    lists: tuple[Listed, ...] = ()
    defaults: tuple[Said, ...] = ()
    bounds: tuple[Bound, ...] = ()
    need: Said | None = None
    """True for required, False for optional."""
    encoded: bool = False
    """It speaks of a structure that is written as a string."""


@lru_cache(maxsize=1 << 13)
def claims(text: str) -> Claims:
    """Read one parameter's description."""
    text = text[:LONGEST]
    plain = text.lower()
    said = tuple(types(text, plain))
    listed = tuple(lists(text, plain))
    return Claims(
        types=said,
        lists=listed,
        defaults=tuple(defaults(text)) if "default" in plain else (),
        bounds=tuple(bounds(text, plain)),
        need=_need(text) if holds(plain, _NEED_HINTS) else None,
        encoded=bool(said or listed) and is_encoded(text, plain),
    )


def _need(text: str) -> Said | None:
    plain = text.lower()
    if "optional" in plain and ("required" in plain or "mandatory" in plain):
        return None
    found = {
        (match["start"] or match["paren"] or match["first"] or match["said"] or match["last"]).lower()
        != "optional": match.group()
        for match in _NEED.finditer(text)
    }
    if len(found) != 1:
        return None
    ((value, quote),) = found.items()
    return Said(value, quote.strip())
