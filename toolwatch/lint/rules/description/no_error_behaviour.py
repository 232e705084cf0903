"""A description does not say what happens when the tool fails."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_FAILURE = re.compile(
    r"\b(?:errors?|fail(?:s|ed|ure|ures)?|invalid|not found|missing|rais(?:es|ed)|throws?|reject(?:s|ed)?"
    r"|refus(?:es|ed)"
    r"|empty|null|none|no results?|unavailable|(?:does not|doesn't|do not|don't) exist|timeout|times? out|denied)\b",
    re.IGNORECASE,
)
_HINTS = vocabulary(
    "error errors fail fails failed failure failures invalid found missing raises raised throw throws reject rejects "
    "rejected refuses refused empty null none result results unavailable exist timeout out denied"
)
"""Words of which every match holds one."""


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
            and (_HINTS.isdisjoint(view.said) or not _FAILURE.search(tool.description[:20_000]))
        ):
            yield Spot("/description", "does not say what comes back when its arguments lead nowhere")
