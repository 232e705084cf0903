"""A destructive tool does not say where its power ends."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.effects import destroys
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_BOUNDARY = re.compile(
    r"\b(?:not|never|only|cannot|can't|don't|doesn't|won't|except|unless|irreversibl[ey]|permanent(?:ly)?"
    r"|undo(?:ne)?|revers\w+"
    r"|recover\w*|restor\w+|trash|recycle|archiv\w+|confirm\w*|caution|careful|warning|requires?|must|also"
    r"|cascad\w+|without)\b",
    re.IGNORECASE,
)


class NoBoundary(ToolRule):
    """A tool that destroys says neither what it spares nor whether its work can be undone.

    A model that cleans up cannot tell an archive from a loss, and a user who is asked for leave cannot either. Add
    one clause: what goes, what stays, and whether it comes back.

    Source: peers' rules (mcp-tool-card-linter, mcplock).
    """

    code = "TW136"
    severity = Severity.INFO
    bad = Tool.of("delete_project", "Delete a project.")
    good = Tool.of("delete_project", "Delete a project with all its files. This cannot be undone.")
    near_miss = Tool.of("delete_draft", "Move a draft to the trash, from where it can be restored for 30 days.")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if destroys(tool) and tool.description.strip() and not _BOUNDARY.search(tool.description[:20_000]):
            yield Spot("/description", "does not say what is lost, what is spared, and whether it can be undone")
