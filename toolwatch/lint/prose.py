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
    r"|or|and|during|while|either|one|together)\b)"
)
_THINGS = (
    r"(?! (?:chaining|dependenc|param|argument|propert|module|feature|component|package|extra|attendee|participant))"
)
"""Optional things that a server may be about; ``optional name of the sheet`` speaks of the parameter."""
_NEED = re.compile(
    rf"(?:^\W{{0,3}}(?P<start>(?:required|mandatory)\b(?=\s?[.,:;)\]\u2013\u2014-]|\s*$)"
    rf"|(?:an )?optional\b{_THINGS}|optionally,|not (?:required|mandatory)\b){_UNCONDITIONAL}"
    rf"|^[^\n]{{0,300}}[\[(](?:[^()\[\]\n]{{0,30}},\s?)?(?P<paren>required|optional"
    rf"|mandatory)(?:,[^()\[\]\n]{{0,40}})?[\])](?=\W{{0,3}}$)"
    rf"|^\s{{0,8}}[\[(](?:[^()\[\]\n]{{0,30}},\s?)?(?P<first>required|optional|mandatory)(?:,[^()\[\]\n]{{0,40}})?[\])]"
    rf"|\b(?:this (?:field|parameter|argument|value|property)|[.;]\sit) is (?P<said>required|optional"
    rf"|mandatory)\b{_UNCONDITIONAL}"
    rf"|(?:[.;,]\s| [-\u2013] )(?P<last>(?:always )?required|optional|mandatory)[.\s]{{0,3}}$"
    rf"|[.;]\s(?:it |this )?(?P<must>must (?:always )?be (?:provided|given|specified|supplied))[.\s]{{0,3}}$"
    rf"|\b(?P<spared>(?:may|can) be (?:omitted|left out)\b(?=\s?[.,;)]|\s*$)"
    rf"|(?:^|[.;(]\s?)(?:if|when) (?:this (?:is )?|it is )?"
    rf"(?:omitted|left out|not (?:given|provided|specified|supplied)),))",
    re.IGNORECASE,
)
_NEED_HINTS = ("required", "optional", "mandatory", "omitted", "left out", "not ", "must ")
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
    found = {_is_asked(match): match.group() for match in _NEED.finditer(text)}
    if len(found) != 1:
        return None
    ((value, quote),) = found.items()
    return Said(value, quote.strip())


def _is_asked(match: re.Match[str]) -> bool:
    """Whether the match says that the parameter must be given."""
    said = next(part for part in match.groupdict().values() if part).lower()
    return (said.endswith(("required", "mandatory")) and not said.startswith("not ")) or said.startswith("must ")
