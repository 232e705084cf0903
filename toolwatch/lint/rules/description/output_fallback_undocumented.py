"""An output schema is declared, and nothing says what the text of a result holds."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_RETURNS = re.compile(
    r"\b(?:return|returns|returned|responds?|responses?|results?|outputs?|gives?|yields?|structured|json|text|lists?"
    r"|gets?|reads?"
    r"|fetch(?:es)?|retrieves?|shows?|provides?|including|includes?)\b",
    re.IGNORECASE,
)


class OutputFallbackUndocumented(ToolRule):
    """A tool declares an `outputSchema`, and its description does not say what a result holds.

    Most providers never show the output schema to the model, and clients from before 2025-06-18 pass on only the text
    of a result. What the description does not say, such a model does not know. Name the result in the description;
    the server should put the same JSON into the text content as well.

    Source: MCP specification, structured content.
    """

    code = "TW153"
    severity = Severity.INFO
    recommended = False
    fields = frozenset({"outputSchema"})
    bad = Tool.of(
        "sync_calendar", "Synchronise the calendar.", outputSchema={"type": "object", "properties": {"n": {}}}
    )
    good = Tool.of(
        "sync_calendar",
        "Synchronise the calendar and return the number of changed events.",
        outputSchema={"type": "object", "properties": {"changed": {"type": "integer"}}},
    )
    near_miss = Tool.of("sync_calendar", "Synchronise the calendar.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.output_schema and tool.description.strip() and not _RETURNS.search(tool.description[:20_000]):
            yield Spot("/description", "declares an outputSchema that few models see; say in words what a result holds")
