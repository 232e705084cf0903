"""Arguments that prompts newly need."""

from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.entries import entries
from toolwatch.diff.messages import least_prompt
from toolwatch.diff.schema.documents import escape
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


class PromptArgumentRequired(ServerRule):
    """A prompt asks for an argument that it did not ask for, or that could be left out.

    Make it optional.
    """

    code = "TW387"
    compat = Compat.BREAKING
    seen = Seen.NO
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [{"name": "plan", "description": "Plan a trip.", "arguments": [{"name": "city", "required": True}]}],
    }
    after: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}],
        "prompts": [
            {
                "name": "plan",
                "description": "Plan a trip.",
                "arguments": [{"name": "city", "required": True}, {"name": "days", "required": True}],
            }
        ],
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Arguments that prompts newly need."""
        for entry in entries(pair):
            for name in sorted(entry.required(entry.after) - entry.required(entry.before)):
                if entry.before is not None and entry.after is not None:
                    message = f"{entry.called} now needs the argument {quoted(name)}"
                    path, witness = f"{entry.path}/arguments/{escape(name)}", least_prompt(entry)
                    yield Difference(path, False, True, message, witness=witness)
