"""Values that a text offers for a parameter, read with the schema's own values in hand."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from toolwatch.lint.announced import OF_OTHERS, before
from toolwatch.model.words import vocabulary

_LONGEST = 8_000
_OFFER = re.compile(
    r"(?:(?:^|[,;:.(\n\u2014])[ \t]{0,12}(?:[-*\u2022] )?|\b(?:or|and|either|[Uu]se|pass) )"
    r"(?:(?P<quote>[`'\"])(?P<quoted>[\w][\w .:/+-]{0,40})(?P=quote)|(?P<bare>[A-Za-z][\w-]{0,40}))"
    r"(?=(?P<mark> ?=| ?:| ?\(| [-\u2013\u2014] | (?:to|for|when|if|returns?|means)\b|[,;.)\n]|\s?$| or\b| and\b))"
)
_RUN = re.compile(
    r"[A-Za-z][\w-]{0,40}(?:(?:, (?:or |and )?|\|| \| |/)[A-Za-z][\w-]{0,40}){1,40}(?: (?:or|and) [A-Za-z][\w-]{0,40})?"
)
_QUOTED_ROW = re.compile(
    r"(?:[`'\"][\w][\w.:/+-]{0,40}[`'\"](?: \([^()\n]{1,20}\))?(?:, (?:or |and )?| ?[|/] ?| or | and )){1,40}"
    r"[`'\"][\w][\w.:/+-]{0,40}[`'\"]"
)
_QUOTED = re.compile(r"[`'\"]([\w][\w.:/+-]{0,40})[`'\"]")
_GOES_ON = re.compile(
    r" (?:by|in|from|with|at|on|to|of|is|are|was|were|has|have|for|as|than|when|if|that|which)\b|[(=:]"
)
"""What shows that the last word of a row belongs to the sentence rather than to the row."""
_SAMPLES = re.compile(r"(?:e\.g\.,?|such as|for example,?|like|\bi\.e\.)\s*$", re.IGNORECASE)
_SPLIT = re.compile(r", (?:or |and )?| ?\| ?|/| or | and ")
_NO_VALUE = vocabulary(
    "note notes example examples default defaults format required optional warning tip see e g i if when only "
    "e.g i.e null "
    "none empty true false omit or and the a an etc more others on off any"
)
_PLAIN = vocabulary("on off any more others note notes example examples format warning tip see when only")
"""Those of them that are values where they stand in quotes."""


class Offer(NamedTuple):
    """One value as a text offers it: in quotes or bare, and the sign or word that explains it."""

    value: str
    quoted: bool
    mark: str


def offered_beyond(text: str, known: Collection[str]) -> list[str]:
    """Values that stand in a row with at least two of ``known`` and are none of them, in order."""
    text = text[:_LONGEST]
    plain = {value.lower() for value in known}
    offers = list(_offers(text))
    found = [*_unlike(offers, plain), *_in_runs(text, plain), *_in_quoted_rows(text, plain)]
    quoted = _PLAIN & {offer.value.lower() for offer in offers if offer.quoted}
    alike = _style(known)
    return [
        value for value in dict.fromkeys(found) if value.lower() not in _NO_VALUE - quoted and _style((value,)) <= alike
    ]


def _offers(text: str) -> Iterator[Offer]:
    for match in _OFFER.finditer(text):
        mark = match["mark"].strip()
        kind = "list" if not mark or mark in ",;.)" or mark in ("or", "and") else "word" if mark.isalpha() else mark
        yield Offer(match["quoted"] or match["bare"], bool(match["quoted"]), kind)


def _unlike(offers: list[Offer], known: Collection[str]) -> Iterator[str]:
    """Offers that are explained as the known ones are: ``full=...``, ``'full' for ...``, ``full (...)``."""
    for quoted, mark in {(offer.quoted, offer.mark): None for offer in offers}:
        if mark == "list" or (mark == "word" and not quoted):
            continue
        group = [offer.value for offer in offers if (offer.quoted, offer.mark) == (quoted, mark)]
        hits = [value for value in group if value.lower() in known]
        extra = [value for value in group if value.lower() not in known]
        if len(hits) >= 2 and len(extra) <= len(hits):
            yield from extra


def _in_runs(text: str, known: Collection[str]) -> Iterator[str]:
    """Members of a row such as ``soft, mixed, or hard`` or ``(asc|desc)`` of which most are known."""
    for match in _RUN.finditer(text):
        row = _SPLIT.split(match.group())
        hits = [value for value in row if value.lower() in known]
        if _GOES_ON.match(text, match.end()):
            row = row[:-1]
        if len(hits) >= 2 and len(row) - len(hits) <= len(hits) / 2 and not _is_spared(text, match):
            yield from (value for value in row[1:] if value.lower() not in known)


def _in_quoted_rows(text: str, known: Collection[str]) -> Iterator[str]:
    """Members of a row such as ``'soft', 'mixed' or 'hard'`` of which most are known."""
    for match in _QUOTED_ROW.finditer(text):
        row = _QUOTED.findall(match.group())
        extra = [value for value in row if value.lower() not in known]
        if len(row) - len(extra) >= 2 * max(len(extra), 1) and not _is_spared(text, match):
            yield from extra


def _is_spared(text: str, match: re.Match[str]) -> bool:
    """Whether the row is of samples, or of the values of something else."""
    lead = before(text, match)
    return bool(_SAMPLES.search(lead[-16:]) or OF_OTHERS.search(lead))


def _style(values: Collection[str]) -> set[str]:
    """How values are written: in capitals, in lower case, with a capital first, with marks between words."""
    return {("upper" if value.isupper() else "lower" if value.islower() else "mixed") for value in values}
