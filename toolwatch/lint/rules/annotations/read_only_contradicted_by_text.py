"""A tool that calls itself read-only says in its first words that it changes something."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.effects import CHANGE, CREATE, DESTROY, verb
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_CHANGES = re.compile(
    r"\W{0,6}(?:(?:permanently|irreversibly|safely|immediately) )?(?:deletes?|removes?|destroys?|drops?|erases?|purges?"
    r"|updates?|modif(?:y|ies)|overwrites?|writes?|inserts?|sends?|publish(?:es)?|uploads?|renames?|moves?|merges?"
    r"|edits?)\b(?! (?:of|to read))",
    re.IGNORECASE,
)


class ReadOnlyContradictedByText(ToolRule):
    """A tool that calls itself read-only says in its first words that it changes something.

    Clients run it without asking, on the word of the hint; the text tells a reader otherwise. If something outside the
    tool's own answer is changed, set `readOnlyHint: false`.

    Source: MCP schema, ToolAnnotations; peers' rules (mcp-toolguard, mcp-tool-card-linter).
    """

    code = "TW241"
    severity = Severity.ERROR
    fields = frozenset({"readOnlyHint"})
    bad = Tool.of("tidy_pages", "Permanently removes pages that nobody read.", annotations={"readOnlyHint": True})
    good = Tool.of(
        "tidy_pages",
        "Permanently removes pages that nobody read.",
        annotations={"readOnlyHint": False, "destructiveHint": True},
    )
    near_miss = Tool.of(
        "find_stale_pages", "Lists pages that tidy_pages would remove.", annotations={"readOnlyHint": True}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        match = _CHANGES.match(tool.description) if tool.annotations.get("readOnlyHint") is True else None
        if match and verb(tool) not in DESTROY | CREATE | CHANGE:
            yield Spot(
                "/annotations/readOnlyHint", f"is true, but the text begins {quote(match.group().strip())}; mend one"
            )
