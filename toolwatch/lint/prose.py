"""What English prose about one parameter claims: its type, values, default, bounds, and whether it must be given."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from toolwatch.lint.announced import Listed, lists
from toolwatch.lint.pieces import holds
from toolwatch.model.tool import Json

LONGEST = 8_000
"""Characters of one text that are read for claims."""

_NUMBER = r"-?\d{1,12}(?:[,_]\d{3}){0,4}(?:\.\d{1,8})?"
_TYPE_WORDS = {
    "string": "string", "str": "string", "integer": "integer", "int": "integer", "number": "number",
    "numeric": "number", "float": "float", "double": "float", "boolean": "boolean", "bool": "boolean",
    "true": "boolean", "false": "boolean", "array": "array", "list": "array", "object": "object", "dict": "object",
    "dictionary": "object",
}  # fmt: skip
_WORD_OF_TYPE = "|".join(sorted(_TYPE_WORDS.keys() - {"true", "false"}, key=lambda word: (-len(word), word)))

_STARTS = re.compile(
    r"\W{0,3}(?P<article>an? |the )?"
    r"(?:(?:optional|required|positive|non-negative|whole|json|json[- ]encoded|stringified) )?"
    r"(?P<word>array|list|boolean|bool|integer|int|string|float|object|dictionary|dict)\b",
    re.IGNORECASE,
)
_BRACKETS = re.compile(
    rf"\s{{0,8}}\((?:optional |required )?(?P<word>{_WORD_OF_TYPE})(?:\[[\w, \[\]]{{0,30}}\])?"
    r"(?:,\s?(?:optional|required|default)[^()]{0,60})?\)",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\W{0,3}(?:the |optional )?(?:max(?:imum)? |min(?:imum)? |total )?number of (?!the\b|an?\b|this\b|your\b)"
    r"(?:\w{1,20} ){0,2}\w{2,20}s\b(?! (?:field|column|label|property|formula)\b)|\W{0,3}how many ",
    re.IGNORECASE,
)
_SWITCHES = re.compile(
    r"\W{0,3}(?:optional[.:,]? )?(?:whether\b|(?:if|when) (?:set to )?true\b|(?:set )?true (?:to|if)\b)",
    re.IGNORECASE,
)
_EITHER = re.compile(
    r"[`'\"]\w|(?:\bor|/) ?(?:all|auto|none|yes|no|0|1|unset|null)\b|, ?(?:all|auto)\b|\byes\b"
    r"|\([^()\n]{1,40}[|/][^()\n]{1,40}\)",
    re.IGNORECASE,
)
"""Other values that a text offers beside a number or true and false."""
_OR = re.compile(r"\bor\b(?! not\b)", re.IGNORECASE)
_SEPARATED = re.compile(
    r"\W{0,3}(?:an? |optional )?comma[- ]separated (?:list|string|names|ids|values)\b", re.IGNORECASE
)
_MUST = re.compile(
    r"\b(?:(?:must|should|has to|needs to) be (?:(?:given|passed|provided|specified|sent) as )?(?:an? |of type )"
    rf"|(?:given|passed|provided|specified|supplied|sent) as an? |[,(] ?as an? )(?P<word>{_WORD_OF_TYPE})\b",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:(?!\b(?:with|containing|and|from)\b)[^(){}:,\n]){4,60} "
    r"\((?:an? )?(?P<word>integer|int|number|boolean|bool|string|float)\)[.\s]{0,3}$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"(?:^|[.;,(\[\n][ \t]{{0,12}}|\b(?:this|parameter|argument|value) )type(?: is|\s?[:=]) ?[`'\"]?"
    rf"(?P<word>{_WORD_OF_TYPE})\b",
    re.IGNORECASE,
)
_FLAG = re.compile(
    r"\b(?:(?:set|pass|given) (?:this |it )?(?:to |as )|pass (?=\w{4,5} to\b))(?P<word>true|false)\b", re.IGNORECASE
)
_ALTERNATIVE = re.compile(
    r"\s?(?:,\s?[`'\"]|,?\s?\(?or\b|/|\||,\s?[\w ]{1,24}(?:,\s?[\w ]{1,24}){0,3},?\sor\b)", re.IGNORECASE
)
_MEMBER = re.compile(
    r"\b(?:whose|which|each|every|all|its|their|both|elements?|items?|entries|keys?|fields?|values|pairs?)\b",
    re.IGNORECASE,
)
"""Words that say that the sentence is about a part of the value."""
_NOUNS = ("list", "object", "dictionary")
"""Types that are things of many servers too: a board's list, an object of a scene or of a bucket."""
_AFTER_TYPE = re.compile(
    r"\s{0,2}(?:[.,:;)(\]!<>=\u2264\u2265\u2013\u2014\n]|-\s|$|(?:of|to|that|with|without|indicating|containing"
    r"|specifying|representing|denoting|flags?|values?|between|from|in|greater|larger|smaller|less|equal|not|and|but"
    r"|like|such|e\.g|only|at|above|below)\b)",
    re.IGNORECASE,
)
_AFTER_NOUN = re.compile(
    r"\s{0,2}(?:[.,:;)(\]!\u2013\u2014\n]|-\s|$|(?:containing|specifying|representing|mapping|not|and|but|like"
    r"|such|e\.g|only)\b|of (?!(?:the|this|that|your|an?|type|kind|class|each|which)\b)"
    r"|of (?:the|your) (?:[\w-]{1,20} ){0,2}[\w-]{1,20}[^s\W]s\b"
    r"|with [^.\n]{0,40}\b(?:keys?|fields?|propert(?:y|ies)|names?|entries|values?|ids?)\b)",
    re.IGNORECASE,
)
"""What may follow where a type is meant; another word makes a compound of it: an object key, a boolean expression."""
_WHERE = re.compile(r"\b(?:if|when|for|where|unless)\b[^.;\n]{0,80}$", re.IGNORECASE)
_LOOK_BACK = 100
_ROW = re.compile(r"[`'\"][^`'\"\s,]{1,30},[^`'\"\n]{1,60}[`'\"]")
"""A sample with commas: ``'a,b'``."""
_ENCODED = (
    "comma", "separated", "delimited", "json", "encoded", "stringified", "serialized", "serialised", "escaped",
    "formatted as", "representation", "yaml", "xml", "html", "base64", "per line", "newline", "as text",
)  # fmt: skip
"""Words by which a list or an object is written as a string."""

_DEFAULT = re.compile(
    rf"(?<![`'\"])\b(?:defaults? (?:value )?(?:to|is|of|are)|default value|defaults? ?[:=]|default)\s?[:=]?\s?\(?"
    rf"(?:`?\"(?P<double>[^\"\n]{{0,80}})\"`?|`?'(?P<single>[^'\n]{{0,80}})'`?|`(?P<tick>[^`\n]{{1,80}})`"
    rf"|(?P<number>{_NUMBER})(?![\w.]*[A-Za-z_:/])(?!\.\d)|(?P<word>[A-Za-z_][\w.\-/]{{0,40}}(?<![.\-])))"
    rf"(?P<after>\s?[%]|[ -]{{1,2}}[A-Za-z]{{1,14}}|)",
    re.IGNORECASE,
)
_MARKED = re.compile(
    r"(?:(?P<quote>[`'\"])(?P<quoted>[\w.-]{1,40})(?P=quote)|\b(?P<flag>true|false))(?:[^`'\"\n,;.]{0,60})\(default\)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\s{0,2}[,(]?\s?(?:if|when|for|unless|in|on|otherwise|where|depending|while|or|per|with|as|/)(?![A-Za-z])",
    re.IGNORECASE,
)

_CONDITIONAL = re.compile(r"\s{0,2}[,(]?\s?(?:if|when|for|where|unless)\b", re.IGNORECASE)

_BETWEEN_NUMBERS = re.compile(
    rf"(?:\bbetween (?P<low1>{_NUMBER}) (?:and|to|-) (?P<high1>{_NUMBER})"
    rf"|\b(?:range|ranges|ranging)(?: is| of| from)?\s?:?\s?[\[(]?(?P<low2>{_NUMBER})\s?(?:-|\u2013|to"
    rf"|\.\.\.?)\s?(?P<high2>{_NUMBER})"
    rf"|[\[(](?P<low3>{_NUMBER})\s?(?:-|\u2013|\u2014|to|\.\.\.?)\s?(?P<high3>{_NUMBER})(?=[\]),;]))"
    rf"(?![\d\-/:%])(?P<unit>\s?\w{{0,14}})",
    re.IGNORECASE,
)
_DIGIT = re.compile("[0-9]")
_ONE_BOUND = re.compile(
    rf"\b(?:(?P<high>max(?:imum)?(?: (?:value|length|size|allowed|of|is|items|characters|chars)){{0,3}}|at most"
    rf"|no more than|not exceed(?:ing)?|cannot exceed|must be (?:<=|\u2264|less than or equal to))"
    rf"|(?P<low>min(?:imum)?(?: (?:value|length|size|of|is|items|characters|chars)){{0,3}}|at least|no less than"
    rf"|must be (?:>=|\u2265|greater than or equal to)))"
    rf"\s?[:=]?\s?(?P<number>{_NUMBER})(?![\d\-/:%]|\.\d)(?P<unit>\s?\w{{0,14}})",
    re.IGNORECASE,
)

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


_BOUND_HINTS = (
    "between",
    "range",
    "ranging",
    "max",
    "min",
    "at most",
    "at least",
    "exceed",
    "than",
    "must be",
    "(",
    "[",
)
_NEED_HINTS = ("required", "optional", "mandatory")
"""Pieces of which every match holds one: looked for first, since that is faster."""


class Said(NamedTuple):
    """A claim's value and the words that make it."""

    value: Json
    quote: str


class Bound(NamedTuple):
    """A bound that prose names; ``unit`` is the word behind the number, in lower case."""

    minimum: float | None
    maximum: float | None
    unit: str
    quote: str


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
    types = tuple(_types(text, plain))
    listed = tuple(lists(text, plain))
    return Claims(
        types=types,
        lists=listed,
        defaults=(*_defaults(text), *_marked_default(text)) if "default" in plain else (),
        bounds=tuple(_bounds(text)) if _DIGIT.search(text) and holds(plain, _BOUND_HINTS) else (),
        need=_need(text) if holds(plain, _NEED_HINTS) else None,
        encoded=bool(types or listed) and (holds(plain, _ENCODED) or bool(_ROW.search(text))),
    )


def number(text: str) -> float:
    """The value of a number as prose writes it, with thousands separators."""
    return float(text.replace(",", "").replace("_", ""))


def _types(text: str, plain: str) -> Iterator[Said]:
    for match in _type_words(text, plain):
        word = match["word"].lower()
        if not _is_partial(match, text) and not _ALTERNATIVE.match(text, match.end()) and _is_type(match, word, text):
            yield Said(_TYPE_WORDS[word], match.group().strip(" ,.:;([\n"))
    for kind, opening, hints in _IMPLIED:
        begun = opening.match(text) if holds(plain[:_HEAD], hints) else None
        if begun and not _offers_more(kind, text):
            yield Said(kind, begun.group().strip(" ,.:;\n"))


def _is_partial(match: re.Match[str], text: str) -> bool:
    """Whether the sentence is about a part of the value, or about some cases only."""
    if match.re not in (_MUST, _FLAG):
        return False
    if _MEMBER.search(text, 0, match.start()):
        return True
    before = text[max(match.start() - _LOOK_BACK, 0) : match.start()]
    return match.re is _MUST and bool(_WHERE.search(before) or _CONDITIONAL.match(text, match.end()))


def _is_type(match: re.Match[str], word: str, text: str) -> bool:
    """Whether ``word`` is meant as a type, not as a thing that goes by that name."""
    if match.re not in (_STARTS, _MUST):
        return True
    noun = word in _NOUNS
    after = (_AFTER_NOUN if noun else _AFTER_TYPE).match(text, match.end())
    known = noun and match.re is _STARTS and (match["article"] or "").lower() == "the "
    return bool(after) and not (known and not text[match.end() :].lstrip()[:1].isalpha())


def _offers_more(kind: str, text: str) -> bool:
    """Whether a text that opens with a number or a switch leaves room for other values."""
    return kind != "separated" and bool(_EITHER.search(text) or (kind == "switch" and _OR.search(text)))


def _type_words(text: str, plain: str) -> Iterator[re.Match[str]]:
    head = plain[:_HEAD]
    for opening in (_STARTS, _BRACKETS) if holds(head, _KINDS) else ():
        if match := opening.match(text):
            yield match
    if len(text) < 2 * _HEAD and ")" in text and (match := _TAIL.match(text)):
        yield match
    for pattern, hints in ((_MUST, (" be ", " as ")), (_LABEL, ("type",)), (_FLAG, ("true", "false"))):
        if holds(plain, hints):
            yield from pattern.finditer(text)


_HEAD = 48
"""Characters within which a text that opens with a type names it."""
_KINDS = ("array", "list", "bool", "int", "str", "float", "obj", "num", "double", "dict")
_IMPLIED = (
    ("count", _COUNTS, ("number of ", "how many ")),
    ("switch", _SWITCHES, ("whether ", "true")),
    ("separated", _SEPARATED, ("comma",)),
)


def _defaults(text: str) -> Iterator[Said]:
    for match in _DEFAULT.finditer(text):
        literal = next((part for part in match.group("double", "single", "tick") if part is not None), None)
        if _CONDITION.match(text, match.start("after")) or _CONDITION.match(text, match.end("after")):
            continue
        if literal is not None:
            yield Said(_read(literal), match.group())
        elif match["number"]:
            unit = match["after"].strip(" -").lower()
            if not _scaled(unit):
                yield Said(number(match["number"]), match.group().strip())
        elif match["word"].lower() in ("true", "false"):
            yield Said(match["word"].lower() == "true", match.group().strip())
        elif not match["after"].strip():
            yield Said(Word(match["word"]), match.group())


class Word(str):
    """A bare word given as a default: it may be a value, or the first word of a description of one."""


def _read(literal: str) -> Json:
    if literal.lower() in ("true", "false"):
        return literal.lower() == "true"
    return number(literal) if re.fullmatch(_NUMBER, literal) else literal


def _marked_default(text: str) -> Iterator[Said]:
    """A value that is marked as the default where the values are explained: ``'full' returns all (default)``."""
    for match in _MARKED.finditer(text):
        yield Said(_read(match["quoted"] or match["flag"]), match.group())


def _scaled(unit: str) -> bool:
    """Whether the number may stand in another unit than the parameter."""
    return unit.rstrip("s") in {
        "ms", "sec", "second", "minute", "min", "hour", "day", "week", "month", "year", "kb", "mb", "gb", "k", "m",
        "millisecond", "%", "percent", "byte", "", "h", "d", "kib", "mib",
    } and unit != ""  # fmt: skip


def _bounds(text: str) -> Iterator[Bound]:
    for match in _BETWEEN_NUMBERS.finditer(text):
        groups = match.groupdict()
        low = next(groups[f"low{n}"] for n in (1, 2, 3) if groups[f"low{n}"])
        high = next(groups[f"high{n}"] for n in (1, 2, 3) if groups[f"high{n}"])
        if number(low) < number(high):
            yield Bound(number(low), number(high), match["unit"].strip().lower(), match.group().strip(" .,"))
    for match in _ONE_BOUND.finditer(text):
        value = number(match["number"])
        quote = match.group().strip(" .,")
        unit = match["unit"].strip().lower()
        yield Bound(None, value, unit, quote) if match["high"] else Bound(value, None, unit, quote)


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
