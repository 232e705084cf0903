"""A tool declares that it destroys, and its text does not say what."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_SAYS = re.compile(
    r"delet|remov|destr|drop|eras|purg|wip|trunc|uninstall|terminat|kill|revok|overwrit|replac|updat|modif|edit"
    r"|writ|set|mov|renam"
    r"|lost|los[es]|clear|reset|cancel|clos|stop|chang|discard|irrevers|undo|merg|patch|execut|run|clean|archiv"
    r"|disabl|restor|put"
    r"|\bpost|send|sent|publish|creat|add|appl|upload|transition|assign|manag|configur|control|activat|call"
    r"|evaluat|install",
    re.IGNORECASE,
)


class DestructionUndocumented(ToolRule):
    """A tool declares that it destroys, and its text does not say what.

    The hint makes clients ask, but the person who is asked sees only the text. Say what is lost, or, if nothing is, set
    `destructiveHint: false`.

    Source: MCP schema, ToolAnnotations.
    """

    code = "TW253"
    severity = Severity.INFO
    fields = frozenset({"destructiveHint"})
    bad = Tool.of("open_page", "Show one page.", annotations={"destructiveHint": True})
    good = Tool.of(
        "open_page", "Show one page; unsaved text of the page before is lost.", annotations={"destructiveHint": True}
    )
    near_miss = Tool.of("replace_page", "Put a new text in place of the page.", annotations={"destructiveHint": True})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        declared = tool.annotations.get("destructiveHint") is True and tool.annotations.get("readOnlyHint") is not True
        if declared and tool.description.strip() and not _SAYS.search(f"{tool.name} {tool.description[:20_000]}"):
            yield Spot("/description", "does not say what is lost, although destructiveHint is true")
