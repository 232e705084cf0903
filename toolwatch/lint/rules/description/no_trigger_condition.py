"""A description does not say when to use the tool."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_WHEN = re.compile(
    r"\b(?:use (?:this|it|the|when|for|to|only|if|after|before)|used (?:to|for|when)|when(?:ever)?\b|useful"
    r"|helpful|ideal|suitable"
    r"|best for|for (?:finding|getting|example)|if you|call (?:this|it)|prefer|intended for|in case|to find out"
    r"|before|after)",
    re.IGNORECASE,
)
_PIECES = (
    "use", "when", "helpful", "ideal", "suitable", "best for", "for finding", "for getting", "for example", "if you",
    "call this", "call it", "prefer", "intended for", "in case", "to find out", "before", "after",
)  # fmt: skip
"""Pieces of which every match holds one."""


class NoTriggerCondition(ToolRule):
    """A description says what the tool does and not when to choose it.

    Where several tools could serve a request, "use this when ..." is the sentence that a model decides by. Add one
    clause on the kind of request that this tool is for.

    Source: peers' rules (mcpolish); Anthropic's guide to writing tools.
    """

    code = "TW135"
    severity = Severity.INFO
    recommended = False
    bad = Tool.of("order_history", "Return all orders of one customer.")
    good = Tool.of(
        "order_history", "Return all orders of one customer. Use when the customer asks about past purchases."
    )
    near_miss = Tool.of("order_history", "Return all orders of one customer; useful before a refund.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.description.strip() and not (holds(view.lower, _PIECES) and _WHEN.search(tool.description[:20_000])):
            yield Spot("/description", "does not say when to use it; add a clause such as 'use when ...'")
