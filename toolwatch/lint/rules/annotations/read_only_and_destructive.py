"""A tool says that it changes nothing and that it destroys."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ReadOnlyAndDestructive(ToolRule):
    """A tool says that it changes nothing and that it destroys.

    Both hints are true. Some clients look at the first and run it, others at the second and ask each time. Decide.

    Source: MCP schema, ToolAnnotations: destructiveHint means something only when readOnlyHint is false.
    """

    code = "TW243"
    severity = Severity.ERROR
    fields = frozenset({"readOnlyHint"})
    bad = Tool.of("check_pages", "Check pages.", annotations={"readOnlyHint": True, "destructiveHint": True})
    good = Tool.of(
        "check_pages",
        "Return the pages that have broken links.",
        annotations={"readOnlyHint": True, "destructiveHint": False},
    )
    near_miss = Tool.of("check_pages", "Check pages.", annotations={"readOnlyHint": False, "destructiveHint": True})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.annotations.get("readOnlyHint") is True and tool.annotations.get("destructiveHint") is True:
            yield Spot("/annotations", "has readOnlyHint and destructiveHint both true; one of them is wrong")
