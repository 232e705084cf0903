"""Prose as a model reads it: lines that only a wrap parts are one line, and one blank stands between two words."""

import re
from bisect import bisect_left
from functools import lru_cache

from toolwatch.lint.texts import SHORTEST_SENTENCE, Role

_WHITE = r"(?:[^\S\r\x0b\x0c\x1c-\x1f\x85]|\r\n)"
"""White space but for control characters, which have a rule of their own."""
_SOFT_HYPHEN = "\u00ad"
"""It shows in a word that a wrap parts, and nowhere else."""
_RUN = re.compile(rf"{_WHITE}{{2,}}|(?! ){_WHITE}|{_SOFT_HYPHEN}+")
_LINE_END = re.compile("[\n\u2028\u2029]")
_ENTRY = re.compile(r"[\w.*`-]{1,40}(?: ?\([^()\n]{0,60}\))?(?: ?:| [-=\u2013\u2014])(?:\s|$)")
_MARK = re.compile(
    r"[-*+#>\u2022\u2023\u25aa\u25e6\u00b7\u2013\u2014{}\[\]]|\d{1,3}[.)]\s|[@:\\](?:param|arg|return|raise|type|throw)"
    r"|[\"'][\w.$ -]{1,40}[\"']\s?:|```"
)
"""What opens a line that is one for itself: bullets, headings, fields of docstrings, lines of JSON and of code."""
_UNSPACED = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff9f]")
"""Kana, Han and their punctuation: no space stands between their words, so a wrap leaves none."""
NAMES = frozenset({Role.NAME, Role.PROPERTY, Role.KEY})
_FEWEST = 5
_BACK = 600
_JOINT = re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])")


def read(text: str, role: Role) -> str:
    """What rules about wording match against."""
    return spoken(text) if is_sentence(text, role) else flowed(text)


def span(text: str, role: Role, start: int, end: int) -> tuple[int, int]:
    """Where in ``text`` the characters stand that are ``start`` to ``end`` of ``read(text, role)``; a name is whole."""
    return (0, len(text)) if is_sentence(text, role) else (place(text, start), place(text, end))


@lru_cache(maxsize=1 << 12)
def flowed(text: str) -> str:
    """``text`` with each run of white space as one blank, or as one line end where a paragraph or an entry ends.

    Soft hyphens are left out.
    """
    return text if text.isprintable() and "  " not in text else _RUN.sub(_flow, text)


def gathered(text: str, role: Role) -> str:
    """As ``read``, with a blank for every run of white space: holds each word and each pair of words that that has."""
    return spoken(text) if is_sentence(text, role) else " ".join(text.replace(_SOFT_HYPHEN, "").split())


def place(text: str, at: int) -> int:
    """Where in ``text`` the character stands that is at ``at`` in ``flowed(text)``."""
    starts, longer = _cuts(text)
    return at + longer[bisect_left(starts, at)]


@lru_cache(maxsize=1 << 8)
def _cuts(text: str) -> tuple[list[int], list[int]]:
    """Where in ``flowed(text)`` runs stand that are shorter there, and by how much so many of them are together."""
    starts, longer = [], [0]
    for run in _RUN.finditer(text):
        cut = len(run.group()) - len(_flow(run))
        if cut:
            starts.append(run.start() - longer[-1])
            longer.append(longer[-1] + cut)
    return starts, longer


def is_sentence(text: str, role: Role) -> bool:
    """Whether a name is long enough to say something: ``ignore_all_previous_instructions_now``."""
    return role in NAMES and len(text) >= SHORTEST_SENTENCE and " " not in text and len(_JOINT.split(text)) >= _FEWEST


def spoken(name: str) -> str:
    """A name as a sentence: ``_``, ``-`` and the joints of ``camelCase`` are blanks."""
    return _JOINT.sub(" ", name)


def _flow(run: re.Match[str]) -> str:
    white, text = run.group(), run.string
    if white[0] == _SOFT_HYPHEN:
        return ""
    lines = len(_LINE_END.findall(white))
    if not lines:
        return " "
    after = text[run.end() : run.end() + 120]
    if (lines > 1 and not _goes_on(text, run)) or _MARK.match(after) or (_ENTRY.match(after) and _is_listed(text, run)):
        return "\n"
    return "" if _UNSPACED.match(text[run.start() - 1 : run.start()]) and _UNSPACED.match(after) else " "


def _goes_on(text: str, run: re.Match[str]) -> bool:
    """Whether a sentence goes on behind empty lines: no stop before them, no capital after them."""
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
    return (before.isalnum() or before == ",") and after.isalpha() and not after.isupper()


def _is_listed(text: str, run: re.Match[str]) -> bool:
    """Whether the entry behind ``run`` follows another one, or the head of a list: the last line set no deeper."""
    own = len(run.group()) - len(run.group().rstrip(" \t"))
    lines = text[max(run.start() - _BACK, 0) : run.start()].splitlines()
    for line in reversed(lines):
        if len(line) - len(line.lstrip()) <= own:
            return line.rstrip().endswith(":") or bool(_ENTRY.match(line.lstrip()))
    return False
