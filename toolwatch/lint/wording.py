"""Rules that are one pattern over prose: what they have in common."""

import re
from collections.abc import Iterator
from typing import ClassVar

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.flow import place, read, span
from toolwatch.lint.pieces import near
from toolwatch.lint.secrets import masked
from toolwatch.lint.view import Text
from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line

LONGEST = 200_000
"""Characters of one text that are read; TW239 says so where a text is longer."""
NOTHING: Iterator[Spot] = iter(())
_SAMPLE = re.compile(r"e\.g\.|example|such as|for instance|\blike\b", re.IGNORECASE)
_MARGIN = 48
_MOST = 400
"""Matches of which each may be excused: no honest text has more of one kind, and each costs time."""
_OPENING = 1_000
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)|[\n\u3002\uff01\uff1f]")
_BREAK = re.compile(r"[.!?]\s|\n")


class WordingRule(TextRule):
    """Fires on the first match of ``pattern`` in a text, and quotes it with what stands around it.

    ``says`` completes "this text ...". With ``spares_examples`` a match that is introduced as an example is left alone.
    ``pattern`` sees the text as ``flow.read`` gives it, so that a phrase is found however it is wrapped.
    """

    pattern: ClassVar[re.Pattern[str]]
    says: ClassVar[str]
    advice: ClassVar[str] = "take it out"
    reach: ClassVar[int] = 0
    """Characters that a match has at most, where that is known: only what stands so near to a piece is looked at."""
    spares_examples: ClassVar[bool] = False
    flows: ClassVar[bool] = True
    """False where the pattern is about the lines themselves."""

    def check_text(self, text: Text) -> Iterator[Spot]:
        """One finding a text: the first match that nothing excuses, of those that are worst."""
        whole = text.text[:LONGEST]
        said = read(whole, text.role) if self.flows else whole
        reach = self.reach
        mild: tuple[re.Match[str], Severity] | None = None
        matches = near(self.pattern, said, self.pieces, reach) if reach else self.pattern.finditer(said)
        for number, match in enumerate(matches):
            if number < _MOST and self.excused(match, text):
                continue
            severity = self.milder(match, text) if number < _MOST else None
            if severity is None:
                yield self._spot(match, text)
                return
            mild = mild or (match, severity)
        if mild:
            yield self._spot(mild[0], text, mild[1])

    def excused(self, match: re.Match[str], text: Text) -> bool:
        """Whether this match is honest; rules that know more override it."""
        return self.spares_examples and bool(
            _SAMPLE.search(match.string, max(match.start() - _MARGIN, 0), match.start())
        )

    def milder(self, match: re.Match[str], text: Text) -> Severity | None:
        """What this match is worth where honest people write it too; None for the rule's own severity."""
        return None

    def _spot(self, match: re.Match[str], text: Text, severity: Severity | None = None) -> Spot:
        whole = text.text[:LONGEST]
        start, end = span(whole, text.role, *match.span()) if self.flows else match.span()
        message = f"{self.says}: {quote(excerpt(whole, start, end), 160)}; {self.advice}"
        return Spot(text.path, message, masked(match.group()), severity=severity)


def rest(match: re.Match[str], limit: int = 80) -> str:
    """What follows the match in its sentence."""
    after = match.string[match.end() : match.end() + limit]
    stop = _SENTENCE_END.search(after)
    return after[: stop.start()] if stop else after


def lead(match: re.Match[str], limit: int = 80) -> str:
    """What comes before the match in its sentence."""
    before = match.string[max(match.start() - limit, 0) : match.start()]
    return _SENTENCE_END.split(before)[-1]


def opens(match: re.Match[str], text: Text) -> bool:
    """Whether the match stands in the first sentence of its text, and that in the first line."""
    at = match.start()
    return at < _OPENING and not _BREAK.search(text.text[: place(text.text[:LONGEST], at)].lstrip())


def opens_wrapped(match: re.Match[str]) -> bool:
    """As ``opens``, with lines that only a wrap parts taken for one."""
    return match.start() < _OPENING and not _BREAK.search(match.string[: match.start()].lstrip())


def named(name: str) -> str:
    """A parameter's name for the head of a message: one line, hidden characters spelt out, cut."""
    return one_line(masked(name[:400]), 60)


def excerpt(text: str, start: int, end: int) -> str:
    """What stands from ``start`` to ``end``, and its sentence as far as that is near."""
    before = max(start - _MARGIN, 0)
    stop = max(text.rfind(stop, before, start) for stop in (". ", "\n", "! ", "? "))
    return masked(text[stop + 1 if stop >= 0 else before : end + _MARGIN].strip())
