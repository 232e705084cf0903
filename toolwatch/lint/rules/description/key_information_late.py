"""A warning or a condition stands where some clients have already cut the text."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_LONGEST = 60_000
_KEY = re.compile(
    r"\b(?:must|never|(?:do not|don't)(?! (?:hesitate|worry|need)\b)|always|required|important|warning|caution"
    r"|deprecated|cannot be undone|irreversible"
    r"|destructive|only (?:use|call|when)|use (?:this|when)|instead)\b",
    re.IGNORECASE,
)


class KeyInformationLate(ToolRule):
    """A long description keeps a condition or a warning beyond the first 2,048 characters.

    Claude Code cuts there without a word, so the model reads the invitation and not the condition. Move what decides
    whether and how to call the tool to the top, and reference material to the parameters. Setting: `cut`.

    Source: anthropics/claude-code issues 87650 and 81268.
    """

    code = "TW159"
    severity = Severity.WARNING
    bad = Tool.of(
        "run_query", "Run a query. " + "It knows many functions. " * 90 + "You must never run it on production."
    )
    good = Tool.of("run_query", "Run a query. You must never run it on production. " + "It knows many functions. " * 90)
    near_miss = Tool.of("run_query", "Run a query. " + "It knows many functions. " * 90 + "Returns rows.")

    cut: int = 2_048

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        text = tool.description[:_LONGEST]
        if len(text) > self.cut and (match := _KEY.search(text, self.cut)):
            start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
            message = (
                f"says {quote(text[start:].strip(), 70)} at character {match.start():,}; move it before {self.cut:,}"
            )
            yield Spot("/description", message, match.group())
