"""A tool that calls itself read-only takes arguments that only a change needs."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.identifiers import plain_name
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_CHANGING = vocabulary(
    "overwrite commitmessage ifexists upsert confirmdelete deleteafter createifmissing replaceexisting"
)


class ReadOnlyContradictedBySchema(ToolRule):
    """A tool that calls itself read-only takes arguments that only a change needs.

    `overwrite`, `if_exists`, `commit_message`: nobody who only reads asks for them. Clients run the tool
    without asking. Set `readOnlyHint: false`, or drop the argument.

    Source: MCP schema, ToolAnnotations; peers' rules (mcp-tool-card-linter).
    """

    code = "TW242"
    severity = Severity.WARNING
    fields = frozenset({"readOnlyHint"})
    parts = _CHANGING
    bad = Tool.of(
        "sync_pages",
        "Bring pages in line.",
        {"type": "object", "properties": {"overwrite": {"type": "boolean", "description": "Replace what is there"}}},
        annotations={"readOnlyHint": True},
    )
    good = Tool.of(
        "compare_pages",
        "Return how two pages differ.",
        {"type": "object", "properties": {"words": {"type": "boolean", "description": "Compare word by word"}}},
        annotations={"readOnlyHint": True},
    )
    near_miss = Tool.of(
        "sync_pages",
        "Bring pages in line.",
        {"type": "object", "properties": {"overwrite": {"type": "boolean", "description": "Replace what is there"}}},
        annotations={"readOnlyHint": False},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.annotations.get("readOnlyHint") is not True:
            return
        for node in view.inputs:
            if plain_name(node.name) in _CHANGING:
                yield Spot(
                    node.path, f"{named(node.name)}: is for a change, but readOnlyHint is true; mend one", node.name
                )
