"""What English prose says of the bounds of a parameter."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from toolwatch.lint.pieces import holds
from toolwatch.lint.said import NUMBER, number

_END = r"(?=\s?(?:[.,;)\]]|$))"
_BETWEEN_NUMBERS = re.compile(
    rf"(?:\bbetween (?P<low1>{NUMBER}) (?:and|to|-) (?P<high1>{NUMBER})"
    rf"|\b(?:range|ranges|ranging)(?: is| of| from)?\s?:?\s?[\[(]?(?P<low2>{NUMBER})\s?(?:-|\u2013|to"
    rf"|\.\.\.?)\s?(?P<high2>{NUMBER})"
    rf"|[\[(](?P<low3>{NUMBER})\s?(?:-|\u2013|\u2014|to|\.\.\.?)\s?(?P<high3>{NUMBER})(?=[\]),;])"
    rf"|(?:\bfrom|[,:;]) (?P<low4>{NUMBER})\s?(?:-|\u2013|to)\s?(?P<high4>{NUMBER}){_END})"
    rf"(?![\d\-/:%^])(?P<unit>\s?%|\s?\w{{0,14}})",
    re.IGNORECASE,
)
_DIGIT = re.compile("[0-9]")
_ONE_BOUND = re.compile(
    rf"(?:\b(?P<high>max(?:imum)?(?: (?:value|length|size|allowed|of|is|items|characters|chars)){{0,3}}|at most"
    rf"|no more than|not exceed(?:ing)?|cannot exceed|capped at|limited to"
    rf"|must be (?:<=|\u2264|less than or equal to))"
    rf"|\b(?P<low>min(?:imum)?(?: (?:value|length|size|of|is|items|characters|chars)){{0,3}}|at least|no less than"
    rf"|must be (?:>=|\u2265|greater than or equal to))|(?P<sign>(?<!\w )(?<!must be )(?:<=|\u2264)))"
    rf"\s?[:=]?\s?(?P<number>{NUMBER})(?![\d\-/:^]|\.\d|e\d)(?P<unit>\s?%|\s?\w{{0,14}})",
    re.IGNORECASE,
)
_UP_TO = re.compile(rf"(?:^|[,;(.]\s?)up to (?P<number>{NUMBER})(?P<unit>\s?\w{{0,14}}){_END}", re.IGNORECASE)
_HINTS = (
    "between", "range", "ranging", "max", "min", "at most", "at least", "exceed", "than", "must be", "up to", "from ",
    "capped", "limited", "(", "[", ", ", ": ", "; ", "\u2264", "<=",
)  # fmt: skip
_ADVISED = re.compile(
    r"\s?(?:(?:is|are|works?|is best|or so|recommended|suggested|preferred|advised)\b|\(?(?:recommended|suggested)\b)",
    re.IGNORECASE,
)
_USUALLY = re.compile(
    r"\b(?:typical(?:ly)?|usual(?:ly)?|recommended|ideal(?:ly)?|suggested|best|normal(?:ly)?|often|prefer(?:ably|red)?)"
    r"\b[^.;\n]{0,30}$",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(
    r"\b(?:returns|serves|holds|keeps|stores|takes|has|have|lasts|contains|sends|each|every)\b[^.;\n]{0,60}$",
    re.IGNORECASE,
)
"""Words that say that the bound is about something else than the value."""
_CONDITION = frozenset({"if", "when", "for", "unless", "with", "without", "in", "on", "where", "while", "per", "a"})
_LOOK_BACK = 90


class Bound(NamedTuple):
    """A bound that prose names; ``unit`` is the word behind the number, in lower case."""

    minimum: float | None
    maximum: float | None
    unit: str
    quote: str


def bounds(text: str, plain: str) -> Iterator[Bound]:
    """The bounds that hold always; ``plain`` is the text in lower case."""
    if not _DIGIT.search(text) or not holds(plain, _HINTS):
        return
    for match in _BETWEEN_NUMBERS.finditer(text):
        groups = match.groupdict()
        low, high = (next(groups[f"{end}{n}"] for n in (1, 2, 3, 4) if groups[f"{end}{n}"]) for end in ("low", "high"))
        if number(low) < number(high) and _is_meant(match):
            yield Bound(number(low), number(high), _unit(match), match.group().strip(" .,;:"))
    for match in (*_ONE_BOUND.finditer(text), *_UP_TO.finditer(text)):
        if _is_meant(match):
            value, quote = number(match["number"]), match.group().strip(" .,;(")
            lowest = match.re is _ONE_BOUND and match["low"]
            yield Bound(value if lowest else None, None if lowest else value, _unit(match), quote)


def _unit(match: re.Match[str]) -> str:
    return match["unit"].strip().lower()


def _is_meant(match: re.Match[str]) -> bool:
    """Whether the bound holds always and for the value itself: no advice, no condition, nobody else's."""
    text = match.string
    before = text[max(match.start() - _LOOK_BACK, 0) : match.start()]
    if _USUALLY.search(before) or _OF_OTHERS.search(before) or _unit(match) in _CONDITION:
        return False
    return not _ADVISED.match(text, match.start("unit")) and not _ADVISED.match(text, match.end())
