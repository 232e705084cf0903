"""What English prose says of the default of a parameter."""

import re
from collections.abc import Iterator

from toolwatch.lint.said import NUMBER, UNITS, Said, number
from toolwatch.model.tool import Json

_DEFAULT = re.compile(
    rf"(?<![`'\"])\b(?P<lead>(?:defaults? (?:value )?(?:to|is|of|are)|default value|defaults? ?[:=]|default)"
    rf"\s?[:=]?\s?\(?)\*{{0,2}}"
    rf"(?:`?\"(?P<double>[^\"\n]{{0,80}})\"`?|`?'(?P<single>[^'\n]{{0,80}})'`?|`(?P<tick>[^`\n]{{1,80}})`"
    rf"|(?P<number>{NUMBER})(?![\w.]*[A-Za-z_:/])(?!\d|[.,]\d)|(?P<word>[A-Za-z_][\w.\-/]{{0,40}}(?<![.\-])))"
    rf"(?P<after>\s?[%]|[ -]{{1,2}}[A-Za-z]{{1,14}}|)",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"(?:(?P<quote>[`'\"])(?P<quoted>[\w.-]{1,40})(?P=quote)|\b(?P<flag>true|false))(?:[^`'\"\n,;.]{0,60})\(default\)",
    re.IGNORECASE,
)
_BY_DEFAULT = re.compile(
    rf"(?:^|[.;(,]\s?)(?:(?P<quote>[`'\"])(?P<quoted>[\w.-]{{1,40}})(?P=quote)|(?P<number>{NUMBER})"
    rf"|(?P<flag>true|false|on|off|enabled|disabled)) by default(?=[.;,)\s]{{0,3}}$|[.;,)]\s)",
    re.IGNORECASE,
)
_SWITCHED = {"true": True, "on": True, "enabled": True, "false": False, "off": False, "disabled": False}
_OF_OTHERS = re.compile(
    r"\b(?:\w+'s|server|project|system|global|user|account|organi[sz]ation|workspace|provider|api|overrid(?:es?|ing)"
    r"|if|when|whether|unless) (?:the |its )?$",
    re.IGNORECASE,
)
"""What stands before a default that is another's, or that is only supposed."""
_TEMPLATE = re.compile(r"[{<$%]\w")
"""A value that is made anew each time."""
_A_THING = re.compile(r"\b(?:the|a|its|your) $", re.IGNORECASE)
_LEFT_OUT = re.compile(
    r"[,(]? ?(?:if|when) (?:it is |it's |left )?(?:omitted|absent|missing|unset|empty|out"
    r"|not (?:given|specified|set|provided|present))\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\s{0,2}[,(]?\s?(?:if|when|for|unless|in|on|otherwise|where|depending|while|or|per|with|as|/)(?![A-Za-z])",
    re.IGNORECASE,
)


class Word(str):
    """A bare word given as a default: it may be a value, or the first word of a description of one."""


def defaults(text: str) -> Iterator[Said]:
    """Every value that ``text`` calls the default."""
    yield from _announced(text)
    yield from _marked_default(text)
    yield from _by_default(text)


def _announced(text: str) -> Iterator[Said]:
    for match in _DEFAULT.finditer(text):
        literal = next((part for part in match.group("double", "single", "tick") if part is not None), None)
        if _depends(match) or not _is_own(match):
            continue
        if literal is not None:
            if not _TEMPLATE.search(literal):
                yield Said(_read(literal), _quoted(match))
        elif match["number"]:
            unit = match["after"].strip(" -").lower()
            if unit.rstrip("s") not in UNITS:
                yield Said(number(match["number"]), _quoted(match).strip())
        elif match["word"].lower() in ("true", "false"):
            yield Said(match["word"].lower() == "true", _quoted(match).strip())
        elif not match["after"].strip():
            yield Said(Word(match["word"]), match.group())


def _quoted(match: re.Match[str]) -> str:
    """The claim, without the start of what is said of an argument that is left out."""
    return match.string[match.start() : match.start("after")] if _is_left_out(match) else match.group()


def _is_left_out(match: re.Match[str]) -> bool:
    return bool(_LEFT_OUT.match(match.string, match.start("after")))


def _depends(match: re.Match[str]) -> bool:
    """Whether a condition follows, other than that the argument is left out."""
    text, before, after = match.string, match.start("after"), match.end("after")
    conditional = _CONDITION.match(text, before) or _CONDITION.match(text, after)
    return bool(conditional) and not _is_left_out(match)


def _is_own(match: re.Match[str]) -> bool:
    """Whether it is the default of this parameter: not the server's, nor a thing (the default 'main' branch)."""
    before = match.string[max(match.start() - 24, 0) : match.start()]
    bare = match["lead"].strip().lower() == "default"
    return not _OF_OTHERS.search(before) and not (bare and _A_THING.search(before))


def _read(literal: str) -> Json:
    if literal.lower() in ("true", "false"):
        return literal.lower() == "true"
    return number(literal) if re.fullmatch(NUMBER, literal) else literal


def _marked_default(text: str) -> Iterator[Said]:
    """A value that is marked as the default where the values are explained: ``'full' returns all (default)``."""
    for match in _MARKED.finditer(text):
        yield Said(_read(match["quoted"] or match["flag"]), match.group())


def _by_default(text: str) -> Iterator[Said]:
    """A value in front: ``50 by default``, ``On by default``."""
    for match in _BY_DEFAULT.finditer(text):
        flag = match["flag"]
        said = _SWITCHED[flag.lower()] if flag else _read(match["quoted"] or match["number"])
        yield Said(said, match.group().strip(" .;(,"))
