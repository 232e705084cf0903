"""A text shouts."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot
from toolwatch.lint.view import PROSE, Text
from toolwatch.lint.wording import LONGEST, WordingRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_PATTERN = re.compile(r"\b(?:CRITICAL|MUST|ALWAYS|NEVER|IMPORTANT|MANDATORY|URGENT|REQUIRED|WARNING)\b")


class PressureWording(WordingRule):
    """A text shouts.

    Several of CRITICAL, MUST, ALWAYS, NEVER, IMPORTANT in capitals give one tool weight over its neighbours,
    whatever the request. Models over-trigger on it, and where every tool shouts the words mean nothing. Say
    plainly when to use it.

    Source: Anthropic's guide to writing tools; peers' rules (mcpolish).
    """

    code = "TW218"
    severity = Severity.INFO
    recommended = False
    roles = PROSE
    cues = vocabulary("critical must always never important mandatory urgent required warning")
    pattern = _PATTERN
    says = "shouts"
    advice = "say plainly when to use it"
    bad = Tool.of("save_note", "Save one note. IMPORTANT: you MUST ALWAYS call this. NEVER skip it.")
    good = Tool.of("save_note", "Save one note and return its id.")
    near_miss = Tool.of("save_note", "Save one note. IMPORTANT: it must not be empty.")

    def check_text(self, text: Text) -> Iterator[Spot]:
        """One finding for four or more such words."""
        words = self.pattern.findall(text.text[:LONGEST])
        if len(words) >= 4:
            yield Spot(text.path, f"{self.says}: {', '.join(words[:6])}; {self.advice}", " ".join(words[:20]))
