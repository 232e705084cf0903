"""Lists of values that prose announces: ``one of 'a' or 'b'``, ``Valid values: a, b``."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from toolwatch.lint.pieces import holds

_HINTS = ("one of", "any of", "can be", "may be", "values", "options", "choices", "either", "must be")
"""Pieces of which every announcement holds one."""

_VALUES = re.compile(
    r"\b(?:(?:must be |should be |is |can be |either |accepts |takes )?(?:exactly |only )?(?:one|any) of"
    r"|(?:possible|valid|allowed|accepted|supported|permitted|legal|available) (?:values|options|choices)"
    r"|(?:the )?(?:options|choices|values) (?:are|include)|options|choices|values"
    r"|must be either|can be either|should be either|must be|(?:can|may) be(?=:? [`'\"])|either)"
    r"(?P<open> (?:include|such as|like|for example|e\.g\.,?))?(?: the following(?: [a-z]{2,20}(?=:))?)?"
    r"(?: are\b| is\b)?\s?[:=]?[ \t]{0,4}(?:(?P<line>\r?\n[ \t]{0,40})(?P<bullet>[-*\u2022] ?)?)?"
    r"(?=[`'\"\u201c\u2018(\[{]|\w)",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"(?:one|any) of|(?:possible|valid|allowed|accepted|supported|permitted|legal|available) |(?:be|is) either"
    r"|(?:values|options|choices) are|(?:values|options|choices) ?:"
)
_SAMPLES = re.compile(r"(?:common|example|typical|sample|some|other|e\.g\.|of the)\s*$")
_ITEM = re.compile(
    r"\"(?P<double>[^\"\n]{1,60})\"|'(?P<single>[^'\n]{1,60})'|`[\"']?(?P<tick>[^`\n\"']{1,60})[\"']?`"
    r"|\u201c(?P<curly>[^\u201d\n]{1,60})\u201d|(?P<bare>-?[A-Za-z0-9_$][\w.$:+\-]{0,48}(?<![.:\-])|\*)"
)
_GLOSS = re.compile(r"\s?\([^()\n]{0,160}\)|\s?(?:[:=\u2013\u2014]|->|-)\s(?:[^\n,;|]{0,160}?)(?=[,;|\n]|\.\s|\.$|$)")
_BETWEEN = re.compile(
    r"\s{0,2}(?:,\s{0,2}(?:or |and )?|\|\s{0,2}|/\s{0,2}|;\s{0,2}|\bor\b\s{0,2}|\band\b\s{0,2}"
    r"|\r?\n[ \t]{0,40}[-*\u2022] ?)(?:or |and )?"
)
_OPEN_END = re.compile(
    r"\s?[,;]?\s?(?:etc\b|\.\.\.|\u2026|and (?:so on|more|others)|or any|or an?\b|and any)", re.IGNORECASE
)
_ALONE = re.compile(r"[`'\"]?[\w.$+\-]{1,48}[`'\"]?[ \t]{0,4}(?:\r?\n|$)")
_LINE = re.compile(rf"\r?\n[ \t]{{0,40}}(?={_ALONE.pattern})")
"""A value that has a line to itself, and the start of its line."""
OF_OTHERS = re.compile(
    r"\b(?:if|when|whenever|unless|while|where)\b[^.;:\n]{0,60}$"
    r"|\b(?:not|never|cannot|other than|except|at least|combined with|together with)(?: be| as)?\s$",
    re.IGNORECASE,
)
"""What stands before a list of the values of something else, or of those that are refused."""
_CHOSEN = re.compile(
    r"\s?(?:(?:may|must|can|should|has to|needs to) be (?:given|set|used|provided|specified|present|passed)"
    r"|(?:is|are) (?:needed|required))\b",
    re.IGNORECASE,
)
"""What follows where parameters are listed, not values."""
_LOOK_BACK = 80
_AFTER_LIST = re.compile(r"\s{0,2}(?:[.)\]};\n]|$)")


class Listed(NamedTuple):
    """Values that prose lists."""

    values: tuple[str, ...]
    quoted: bool
    """Every value stood in quotes or backticks."""
    closed: bool
    """The list claims to be whole."""
    strong: bool
    """It was announced as the set of values, not by a lone "must be" or "options"."""
    quote: str


def before(text: str, match: re.Match[str]) -> str:
    """What stands before a match, as far as ``OF_OTHERS`` looks."""
    return text[max(match.start() - _LOOK_BACK, 0) : match.start()]


def lists(text: str, plain: str) -> Iterator[Listed]:
    """Every list of two values or more in ``text``; ``plain`` is the text in lower case."""
    if not holds(plain, _HINTS):
        return
    end = 0
    for match in _VALUES.finditer(text):
        if match.start() < end or OF_OTHERS.search(before(text, match)):
            continue
        found = _listed(text, match)
        if found:
            end = found[1]
            yield found[0]


def _listed(text: str, lead: re.Match[str]) -> tuple[Listed, int] | None:
    at = lead.end()
    while at < len(text) and text[at] in "([{ ":
        at += 1
    values: list[str] = []
    quoted = True
    closed = not lead["open"]
    in_lines = bool(lead["line"]) and not lead["bullet"]
    if in_lines and not _ALONE.match(text, at):
        return None
    end = at
    while item := _ITEM.match(text, at):
        after = item.end()
        gloss = _GLOSS.match(text, after)
        stop = gloss.end() if gloss else after
        between = _BETWEEN.match(text, stop) or (_LINE.match(text, stop) if in_lines else None)
        if item["bare"] and gloss and not values and text[after : after + 1] == ":" and not lead["line"]:
            return None
        if item["bare"] and not between and not _AFTER_LIST.match(text, stop):
            return None if not between and len(values) < 2 else _ended(text, lead, values, quoted, False, end)
        values.append(next(group for group in item.groups() if group))
        quoted = quoted and not item["bare"]
        end = stop
        if not between:
            break
        at = between.end()
        if _OPEN_END.match(text, stop) or _OPEN_END.match(text, at):
            closed = False
            break
    if _OPEN_END.match(text, end):
        closed = False
    return _ended(text, lead, values, quoted, closed, end)


def _ended(
    text: str, lead: re.Match[str], values: list[str], quoted: bool, closed: bool, end: int
) -> tuple[Listed, int] | None:
    if len(values) < 2 or _CHOSEN.match(text, end):
        return None
    words = lead.group().lower()
    before = text[max(lead.start() - 12, 0) : lead.start()].lower()
    strong = bool(_STRONG.search(words)) or ("be" in words.split() and quoted and len(values) > 2)
    strong = strong and not _SAMPLES.search(before) and (quoted or "either" not in words)
    return Listed(tuple(dict.fromkeys(values)), quoted, closed, strong, text[lead.start() : end].strip()), end
