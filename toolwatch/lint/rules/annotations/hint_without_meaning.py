"""A read-only tool carries hints that mean nothing beside `readOnlyHint: true`."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class HintWithoutMeaning(ToolRule):
    """A read-only tool carries hints that mean nothing beside `readOnlyHint: true`.

    MCP reads `destructiveHint` and `idempotentHint` only when `readOnlyHint` is false. They are harmless here, but they
    cost tokens in clients that show annotations, and the next reader wonders which one holds. Drop them.

    Source: MCP schema, ToolAnnotations.
    """

    code = "TW249"
    severity = Severity.INFO
    recommended = False
    fields = frozenset({"readOnlyHint"})
    bad = Tool.of("get_page", "Return one page.", annotations={"readOnlyHint": True, "destructiveHint": False})
    good = Tool.of("get_page", "Return one page as Markdown.", annotations={"readOnlyHint": True})
    near_miss = Tool.of("set_page", "Replace a page.", annotations={"readOnlyHint": False, "destructiveHint": False})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.annotations.get("readOnlyHint") is True:
            for hint in ("destructiveHint", "idempotentHint"):
                if hint in tool.annotations and tool.annotations[hint] is not True:
                    yield Spot(f"/annotations/{hint}", "means nothing beside readOnlyHint: true; drop it")
