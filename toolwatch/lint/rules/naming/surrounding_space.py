"""A name starts or ends with a space, or has a line break in it."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import Role, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class SurroundingSpace(ToolRule):
    """A name starts or ends with a space, or has a line break in it.

    The model reads it with or without, and sends the one that does not exist. It is a slip of the pen, and some
    clients drop the tool over it. `toolwatch lint --fix` removes it.

    Source: MCP SEP-986.
    """

    code = "TW178"
    severity = Severity.WARNING
    bad = Tool.of("find", "Find.", {"type": "object", "properties": {"name ": {"type": "string"}}})
    good = Tool.of(
        "find_guest",
        "Find one guest by name.",
        {"type": "object", "properties": {"name": {"type": "string", "description": "Family name of the guest."}}},
    )
    near_miss = Tool.of("find", "Find.", {"type": "object", "properties": {"full name": {"type": "string"}}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for text in view.texts:
            if (
                text.role in (Role.NAME, Role.PROPERTY)
                and text.text
                and (text.text != text.text.strip() or "\n" in text.text)
            ):
                yield Spot(
                    text.path, f"the name {quote(text.text, 60)} has space around it or a line break in it", text.text
                )
