"""Neither text nor schema says what a tool returns."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_RETURNS = re.compile(
    r"\b(?:return|returns|returned|returning|responds?|responses?|results?|outputs?|gives?|yields?|produces?|provides?"
    r"|shows?|reports?"
    r"|displays?|prints?|answers?|includes?|including|list(?:s|ing)? of|get|gets|fetch(?:es)?|retrieves?|lists?"
    r"|reads?)\b",
    re.IGNORECASE,
)
_PIECES = (
    "return", "respon", "result", "output", "give", "yield", "produce", "provide", "show", "report", "display", "print",
    "answer", "includ", "list", "get", "fetch", "retrieve", "read",
)  # fmt: skip
"""Pieces of which every match holds one."""


class NoReturnSemantics(ToolRule):
    """A tool has no output schema, and its description does not say what comes back.

    A model plans the next call by what it expects of this one; without a word on it, it calls once more to look.
    Say what is returned, in which shape, and how much of it, or declare an `outputSchema`.

    Source: peers' rules (mcplint-cli, mcp-tool-card-linter, tdqs).
    """

    code = "TW137"
    severity = Severity.INFO
    recommended = False
    bad = Tool.of("sync_calendar", "Synchronise the calendar with the server of the workspace.")
    good = Tool.of("sync_calendar", "Synchronise the calendar with the server; returns the number of changed events.")
    near_miss = Tool.of("sync_calendar", "Synchronise the calendar.", outputSchema={"type": "object", "properties": {}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.output_schema is not None or not tool.description.strip():
            return
        if not holds(view.lower, _PIECES) or not _RETURNS.search(tool.description[:20_000]):
            yield Spot("/description", "does not say what it returns, and there is no outputSchema")
