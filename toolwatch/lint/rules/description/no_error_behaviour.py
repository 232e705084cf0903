"""A description does not say what happens when the tool fails."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.pieces import near
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_FAILURE = re.compile(
    r"\b(?:errors?|fail(?:s|ed|ure|ures)?|invalid|not found|missing|rais(?:es|ed)|throws?|reject(?:s|ed)?"
    r"|refus(?:es|ed)"
    r"|empty|null|none|no results?|unavailable|(?:does not|doesn't|do not|don't) exist|timeout|times? out|denied)\b",
    re.IGNORECASE,
)
_PIECES = (
    "error", "fail", "invalid", "not found", "missing", "raise", "throw", "reject", "refus", "empty", "null", "none",
    "no result", "unavailable", "exist", "timeout", "time out", "times out", "denied",
)  # fmt: skip
"""Pieces of which every match holds one."""
_REACH = 16


class NoErrorBehaviour(ToolRule):
    """A tool that takes arguments does not say what comes back when they lead nowhere.

    A model cannot tell "nothing found" from "not allowed", and either gives up or tries again in a loop. Say what an
    unknown id, an empty result and a refusal look like.

    Source: peers' rules (mcplint-cli).
    """

    code = "TW138"
    severity = Severity.INFO
    recommended = False
    bad = Tool.of("get_order", "Return one order.", {"type": "object", "properties": {"id": {"type": "string"}}})
    good = Tool.of(
        "get_order",
        "Return one order; an unknown id gives an error.",
        {"type": "object", "properties": {"id": {"type": "string", "description": "Number on the order's receipt"}}},
    )
    near_miss = Tool.of("count_orders", "Return the number of open orders.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if (
            tool.parameters
            and tool.description.strip()
            and not any(near(_FAILURE, tool.description[:20_000], _PIECES, _REACH))
        ):
            yield Spot("/description", "does not say what comes back when its arguments lead nowhere")
