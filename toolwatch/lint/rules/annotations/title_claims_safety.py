"""A title vouches for its own tool."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_VOUCHES = re.compile(
    r"[(\[](?:100% )?(?:safe|harmless|trusted|verified|secure|approved)(?: to use)?[)\]]|\bread[- ]only\b|^(?:safe"
    r"|trusted|verified)[:!]"
    r"|\b(?:verified|approved|trusted|certified) by\b|\b(?:completely|perfectly|totally|100%) (?:safe|harmless"
    r"|secure)\b",
    re.IGNORECASE,
)


class TitleClaimsSafety(ToolRule):
    """A title vouches for its own tool.

    "Ping (safe)", "Official backup": people read the title in the dialog in which they decide, and a tool's own
    word for itself is no evidence. State it as a hint (`readOnlyHint`), or leave it out.

    Source: MCP specification, annotations are untrusted; mutation tests of drift tools.
    """

    code = "TW252"
    severity = Severity.WARNING
    fields = frozenset({"title"})
    bad = Tool.of("ping_host", "Ping a host once.", title="Ping (safe)")
    good = Tool.of("ping_host", "Ping a host once and return the time it took.", title="Ping")
    near_miss = Tool.of("list_safe_boxes", "List the boxes.", title="Safe deposit boxes")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        match = _VOUCHES.search(tool.title)
        if match and not (match.group().lower().startswith("read") and tool.annotations.get("readOnlyHint") is True):
            path = "/title" if tool.raw.get("title") else "/annotations/title"
            yield Spot(path, f"vouches for itself: {quote(tool.title, 60)}; use a hint", tool.title)
