"""What English prose says of the type of a parameter."""

import re
from collections.abc import Iterator

from toolwatch.lint.pieces import holds
from toolwatch.lint.said import Said

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
    r"|\bas (?:an? )?(?:string|text)\b"
    r"|\([^()\n]{1,40}[|/][^()\n]{1,40}\)",
    re.IGNORECASE,
)
"""Other values that a text offers beside a number or true and false."""
_OR = re.compile(r"\bor\b(?! not\b)", re.IGNORECASE)
_OR_LIST = re.compile(r"\bor (?:an? )?(?:array|list)\b", re.IGNORECASE)
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
    r"|with [^.,;\n]{0,24}\b(?:keys|fields|properties|names|entries|values)\b)",
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
_CONDITIONAL = re.compile(r"\s{0,2}[,(]?\s?(?:if|when|for|where|unless)\b", re.IGNORECASE)
_HEAD = 48
"""Characters within which a text that opens with a type names it."""
_KINDS = ("array", "list", "bool", "int", "str", "float", "obj", "num", "double", "dict")
_IMPLIED = (
    ("count", _COUNTS, ("number of ", "how many ")),
    ("switch", _SWITCHES, ("whether ", "true")),
    ("separated", _SEPARATED, ("comma",)),
)


def types(text: str, plain: str) -> Iterator[Said]:
    """The types that ``text`` names or implies; ``plain`` is the text in lower case."""
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
    """Whether a text that implies a type leaves room for values of another."""
    if kind == "separated":
        return bool(_OR_LIST.search(text))
    return bool(_EITHER.search(text) or (kind == "switch" and _OR.search(text)))


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


def is_encoded(text: str, plain: str) -> bool:
    """Whether the text speaks of a structure that is written as a string."""
    return holds(plain, _ENCODED) or bool(_ROW.search(text))
