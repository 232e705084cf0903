"""Tools under another name."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.messages import call_of, within
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Side
from toolwatch.model.inert import told_apart
from toolwatch.model.tool import Json


class ToolRenamed(ServerRule):
    """A tool went and one like it came: inferred from name, texts and schemas, and counted as one change.

    Keep the old name as an alias for a while; ``toolwatch diff --consumers`` finds who still uses it.
    """

    code = "TW362"
    compat = Compat.BREAKING
    side = Side.TOOL
    before: ClassVar[Json] = {
        "tools": [
            {
                "name": "fetch_page",
                "description": "Fetch one page of the wiki and return its text.",
                "inputSchema": {"type": "object", "properties": {"page_id": {"type": "string"}}},
            }
        ]
    }
    after: ClassVar[Json] = {
        "tools": [
            {
                "name": "get_wiki_page",
                "description": "Fetch one page of the wiki and return its text.",
                "inputSchema": {"type": "object", "properties": {"page_id": {"type": "string"}}},
            }
        ]
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Tools under another name."""
        renamed = [tools for tools in pair.tools if tools.score is not None]
        for lost, tools in enumerate(renamed):
            old, new = tools.before.name, tools.after.name
            message = f"tool {quoted(old)} is now called {quoted(told_apart(new, old))}"
            witness = within(lost, partial(call_of, tools.before))
            yield Difference("", old, new, message, score=tools.score, tool=new, tool_before=old, witness=witness)
