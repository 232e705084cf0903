"""Tools that share their name."""

from collections import defaultdict
from collections.abc import Iterator
from typing import ClassVar

from toolwatch.diff.base import ServerPair, ServerRule
from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.documents import deep_hash
from toolwatch.diff.words import quoted
from toolwatch.model.change import Compat, Side
from toolwatch.model.snapshot import Snapshot
from toolwatch.model.tool import Json, Tool


class ToolRepeated(ServerRule):
    """Several tools of the list have one name: a client keeps the first or the last, and providers refuse the request.

    Of such tools the last is compared with the list before; what became of the others stands here. Give each its own
    name.
    """

    code = "TW376"
    compat = Compat.UNCLEAR
    side = Side.TOOL
    before: ClassVar[Json] = {
        "tools": [{"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}}]
    }
    after: ClassVar[Json] = {
        "tools": [
            {"name": "refund", "description": "Refund a whole month.", "inputSchema": {"type": "object"}},
            {"name": "refund", "description": "Refund one order in full.", "inputSchema": {"type": "object"}},
        ]
    }

    def compare(self, pair: ServerPair) -> Iterator[Difference]:
        """Names that several tools have, where not each of them is as it was."""
        before, after = _by_name(pair.before), _by_name(pair.after)
        for name, now in after.items():
            then = before.get(name, [])
            if max(len(then), len(now)) < 2 or _hashes(then) == _hashes(now):
                continue
            times = f"{len(now)} tools are" if len(now) > 1 else "one tool is"
            was = f", {len(then)} were" if len(then) > 1 else ""
            message = f"{times} called {quoted(name)}{was}: which of several a call reaches is up to the client"
            own, other = ([dict(tool.raw) for tool in tools] for tools in (then, now))
            yield Difference("/name", own, other, message, tool=name)


def _by_name(snapshot: Snapshot) -> dict[str, list[Tool]]:
    found = defaultdict(list)
    for tool in snapshot.tools:
        found[tool.name].append(tool)
    return found


def _hashes(tools: list[Tool]) -> list[str]:
    return [str(deep_hash(dict(tool.raw))) for tool in tools]
