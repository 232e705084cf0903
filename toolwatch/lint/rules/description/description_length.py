"""A description is too short to tell anything, or too long to be read."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import words


class DescriptionLength(ToolRule):
    """A tool's description has fewer than three words, or more characters than nearly any real one.

    Two words repeat the name and leave the choice to luck. Beyond a few thousand characters (99 of 100 real tools
    stay under 2,800) clients cut, models lose the middle, and every request pays for the text. Settings: `least`
    words, `most` characters.

    Source: measured on 204 lists of real servers.
    """

    code = "TW131"
    severity = Severity.WARNING
    bad = Tool.of("refund_order", "Does refunds")
    good = Tool.of("refund_order", "Refund one order in full and return the refund's id.")
    near_miss = Tool.of("echo", "Return text unchanged.")

    least: int = 3
    most: int = 5_000

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        text = tool.description.strip()
        if len(text) > self.most:
            yield Spot(
                "/description", f"is {len(text):,} characters long; keep what decides the choice, under {self.most:,}"
            )
        elif text and len(text) < 80 and len(words(text)) < self.least:
            yield Spot("/description", f"says only {quote(text)}; say what it does, to what, and what it returns")
