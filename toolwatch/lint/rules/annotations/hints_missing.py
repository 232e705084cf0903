"""A tool has no hints, so clients must assume the worst."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import HINT_DEFAULTS, Tool


class HintsMissing(ToolRule):
    """A tool has no hints, so clients must assume the worst.

    Without annotations a tool counts as changing, destructive, not repeatable and open to the world: clients ask before
    every call. Say at least `readOnlyHint`, and `destructiveHint` where it is false.

    Source: MCP schema, ToolAnnotations and their defaults.
    """

    code = "TW246"
    severity = Severity.INFO
    recommended = False
    bad = Tool.of("get_page", "Return one page.", annotations={})
    good = Tool.of("get_page", "Return one page as Markdown.", annotations={"readOnlyHint": True})
    near_miss = Tool.of("set_page", "Replace one page.", annotations={"destructiveHint": False})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if not any(hint in tool.annotations for hint in HINT_DEFAULTS):
            yield Spot(
                "", "has no hints: clients take it for changing and destructive; set readOnlyHint or destructiveHint"
            )
