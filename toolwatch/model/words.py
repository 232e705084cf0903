"""Words of a text or an identifier, cut and stemmed so that two spellings of one word compare as equal."""

import re
import unicodedata
from functools import lru_cache
from itertools import chain

_TOKEN = re.compile(r"[^\W_]+")
_ASCII_TOKEN = re.compile("[A-Za-z0-9]+")
"""As ``_TOKEN`` of ASCII text, in two thirds of the time."""
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
"""Thai, Lao, kana and Han: scripts that put no space between words."""

_STOP_WORDS = (
    "a an and any are as at be been but by can could did do does done each either else for from get gets had has have "
    "how if in into is it its itself may more most must no nor not of on one only onto or other our out over per "
    "same shall should so some such than that the their them then there these they this those through to too under "
    "until up upon us via was we were what when where whether which while who whose will with within without would "
    "you your e g i eg ie etc also all both tool tools use used uses using"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say nothing about what a tool does."""
_LONGEST_STOP_WORD = max(map(len, STOP_WORDS))


def words(text: str) -> list[str]:
    """Lower-case words in order; ``camelCase`` and ``snake_case`` are cut, unspaced scripts give pairs of signs."""
    return list(chain.from_iterable(map(_parts, _tokens(text))))


def vocabulary(text: str) -> frozenset[str]:
    """The words of a list that is written with spaces between them."""
    return frozenset(text.split())


def stems(text: str) -> list[str]:
    """``words`` without stop words, each cut to its stem."""
    return list(chain.from_iterable(map(_stems, _tokens(text))))


def repeats(text: str, name: str) -> bool:
    """Whether ``text`` has words that count, and none but those of ``name``."""
    longest = max(text.split(), key=len, default="")
    telling = len(longest) > _LONGEST_STOP_WORD and longest.isalpha() and longest.isascii() and longest[1:].islower()
    if telling and longest[:4].lower() not in name.lower():  # four letters of a long word are never an ending
        return False
    said = frozenset(stems(text))
    return bool(said) and said <= frozenset(stems(name))


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """Cut English endings: ``files`` and ``file``, ``creating`` and ``created`` become the same."""
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return word
    return _without_e(_without_ending(word))


def _tokens(text: str) -> list[str]:
    return _ASCII_TOKEN.findall(text) if text.isascii() else _TOKEN.findall(unicodedata.normalize("NFKC", text))


@lru_cache(maxsize=1 << 15)
def _stems(token: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in _parts(token) if word not in STOP_WORDS)


@lru_cache(maxsize=1 << 15)
def _parts(token: str) -> tuple[str, ...]:
    if token.isascii():
        return (token.lower(),) if token.islower() else tuple(part.lower() for part in _CAMEL.findall(token))
    if not _UNSPACED.search(token):
        return (token.casefold(),)
    return tuple(part for run in _runs(token) for part in run)


def _runs(token: str) -> list[list[str]]:
    runs, end = [], 0
    for match in _UNSPACED.finditer(token):
        runs += [[token[end : match.start()].casefold()]] if match.start() > end else []
        signs = match.group()
        runs.append([signs[at : at + 2] for at in range(max(len(signs) - 1, 1))])
        end = match.end()
    return runs + ([[token[end:].casefold()]] if end < len(token) else [])


def _without_ending(word: str) -> str:
    for ending, replacement in (("sses", "ss"), ("ies", "y"), ("ied", "y")):
        if word.endswith(ending):
            return word[: -len(ending)] + replacement
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and re.search("[aeiouy]", word[: -len(ending)]):
            return _undoubled(word[: -len(ending)])
    if word.endswith(("xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _undoubled(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word


def _without_e(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("e") else word
