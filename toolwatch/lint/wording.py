"""Rules that are one pattern over prose: what they have in common."""

import re
from collections.abc import Iterator
from typing import ClassVar

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.flow import place, read, span
from toolwatch.lint.pieces import near
from toolwatch.lint.secrets import masked
from toolwatch.lint.view import Text
from toolwatch.model.inert import one_line

LONGEST = 200_000
"""Characters of one text that are read; TW239 says so where a text is longer."""
NOTHING: Iterator[Spot] = iter(())
_SAMPLE = re.compile(r"e\.g\.|example|such as|for instance|\blike\b", re.IGNORECASE)
_MARGIN = 48
_OPENING = 1_000
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
        """One finding a text: the first match that nothing excuses."""
        whole = text.text[:LONGEST]
        said = read(whole, text.role) if self.flows else whole
        reach = self.reach
        for match in near(self.pattern, said, self.pieces, reach) if reach else self.pattern.finditer(said):
            if not self.excused(match, text):
                start, end = span(whole, text.role, *match.span()) if self.flows else match.span()
                seen = quote(excerpt(whole, start, end), 160)
                yield Spot(text.path, f"{self.says}: {seen}; {self.advice}", masked(match.group()))
                return

    def excused(self, match: re.Match[str], text: Text) -> bool:
        """Whether this match is honest; rules that know more override it."""
        return self.spares_examples and bool(
            _SAMPLE.search(match.string, max(match.start() - _MARGIN, 0), match.start())
        )


def opens(match: re.Match[str], text: Text) -> bool:
    """Whether the match stands in the first sentence of its text, and that in the first line."""
    at = match.start()
    return at < _OPENING and not _BREAK.search(text.text[: place(text.text[:LONGEST], at)].strip())


def named(name: str) -> str:
    """A parameter's name for the head of a message: one line, hidden characters spelt out, cut."""
    return one_line(masked(name[:400]), 60)


def excerpt(text: str, start: int, end: int) -> str:
    """What stands from ``start`` to ``end``, and its sentence as far as that is near."""
    before = max(start - _MARGIN, 0)
    stop = max(text.rfind(stop, before, start) for stop in (". ", "\n", "! ", "? "))
    return masked(text[stop + 1 if stop >= 0 else before : end + _MARGIN].strip())
