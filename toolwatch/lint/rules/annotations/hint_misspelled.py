"""A hint is written so that no client reads it."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.pointer import step
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import HINT_DEFAULTS, Tool

_HINTS = {hint.lower().removesuffix("hint"): hint for hint in HINT_DEFAULTS}


class HintMisspelled(ToolRule):
    """A hint is written so that no client reads it.

    `readonlyHint`, `readOnly`, `is_destructive`: unknown keys are dropped, and the default takes their place, which is
    the worst case. The four hints are `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint`.

    Source: MCP schema, ToolAnnotations.
    """

    code = "TW250"
    severity = Severity.WARNING
    fields = frozenset({"annotations"})
    bad = Tool.of("get_page", "Return one page.", annotations={"readonlyHint": True})
    good = Tool.of("get_page", "Return one page as Markdown.", annotations={"readOnlyHint": True})
    near_miss = Tool.of("get_page", "Return one page.", annotations={"readOnlyHint": True, "category": "reading"})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for key in tool.annotations:
            plain = key.lower().replace("_", "").replace("-", "").removeprefix("is").removesuffix("hint")
            if plain in _HINTS and key != _HINTS[plain]:
                yield Spot(f"/annotations/{step(key)}", f"is no hint that clients know; write {_HINTS[plain]}", key)
