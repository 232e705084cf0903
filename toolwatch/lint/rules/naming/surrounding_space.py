"""A name starts or ends with a space, or has a line break in it."""

from collections.abc import Collection, Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.strings import Strings
from toolwatch.lint.view import Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_OF_TOOLS = ("/name", "/inputSchema/", "/outputSchema/")


class SurroundingSpace(TextRule):
    """A name starts or ends with a space, or has a line break in it.

    The model reads it with or without, and sends the one that does not exist. It is a slip of the pen, and some
    clients drop the tool over it. `toolwatch lint --fix` removes it.

    Source: MCP SEP-986.
    """

    code = "TW178"
    severity = Severity.WARNING
    roles = frozenset({Role.NAME, Role.PROPERTY})
    bad = Tool.of("find", "Find.", {"type": "object", "properties": {"name ": {"type": "string"}}})
    good = Tool.of(
        "find_guest",
        "Find one guest by name.",
        {"type": "object", "properties": {"name": {"type": "string", "description": "Family name of the guest."}}},
    )
    near_miss = Tool.of("find", "Find.", {"type": "object", "properties": {"full name": {"type": "string"}}})

    def candidates(self, strings: Strings) -> Collection[int]:
        """The strings with other white space than one blank between words."""
        return strings.with_space(0)

    def check_text(self, text: Text) -> Iterator[Spot]:
        name = text.text
        if text.path.startswith(_OF_TOOLS) and name and (name != name.strip() or "\n" in name):
            yield Spot(text.path, f"the name {quote(name, 60)} has space around it or a line break in it", name)
