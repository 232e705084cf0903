"""A tool whose name or text says that it destroys has `destructiveHint: false`."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.effects import DESTROY, verb
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_LOSES = re.compile(
    r"\bpermanently (?:delet|remov|eras|destroy)\w{1,4}|\b(?:cannot|can't|can not) be (?:undone|reversed|recovered"
    r"|restored)\b"
    r"|\birreversibl[ey]\b|\bdestructive (?:operation|action)\b",
    re.IGNORECASE,
)
_SPARES = re.compile(
    r"\b(?:restor|recover|undo|trash|archiv|put back|re-?add|soft|link|label|tag|member|assignment|from (?:the"
    r"|a) (?:list|cart|queue))",
    re.IGNORECASE,
)


class DestructionDenied(ToolRule):
    """A tool whose name or text says that it destroys has `destructiveHint: false`.

    Clients skip the question to the user on that promise, and a wrong call cannot be taken back. Set it to true; if the
    thing can be restored, say so in the text.

    Source: MCP schema, ToolAnnotations; peers' rules (mcplock, toolprint).
    """

    code = "TW244"
    severity = Severity.ERROR
    fields = frozenset({"destructiveHint"})
    bad = Tool.of("delete_page", "Permanently delete one page.", annotations={"destructiveHint": False})
    good = Tool.of("delete_page", "Permanently delete one page.", annotations={"destructiveHint": True})
    near_miss = Tool.of(
        "remove_label", "Take a label off a page; it can be put back.", annotations={"destructiveHint": False}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.annotations.get("destructiveHint") is not False or tool.annotations.get("readOnlyHint") is True:
            return
        said = _LOSES.search(tool.description[:20_000])
        act = verb(tool)
        if (act in DESTROY and not _SPARES.search(tool.description[:20_000])) or said:
            why = quote(said.group()) if said else f"the name says {quote(act)}"
            yield Spot("/annotations/destructiveHint", f"is false, but {why}; set it to true")
