"""Anthropic messages."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects


class Anthropic(TraceFormat):
    """Content blocks of type ``tool_use``; a ``tool_result`` block with ``is_error`` tells of a failure.

    Source: the API reference of messages. Takes a list of turns, an object with ``messages``, or one response.
    """

    name = "anthropic"
    rank = 60

    def recognises(self, data: Json) -> bool:
        """A ``tool_use`` block with a name."""
        return any(block.get("type") == "tool_use" and "name" in block for block in self._blocks(data))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every ``tool_use`` block, in order."""
        blocks = list(self._blocks(data))
        failed = {
            block.get("tool_use_id") for block in blocks if block.get("type") == "tool_result" and block.get("is_error")
        }
        for block in blocks:
            if block.get("type") == "tool_use":
                identity = block.get("id")
                yield Call(
                    str(block["name"]),
                    arguments(block.get("input")),
                    failed=identity is not None and identity in failed,
                )

    def _blocks(self, data: Json) -> Iterator[dict[str, Json]]:
        if isinstance(data, dict) and isinstance(data.get("content"), list):
            yield from objects(data, "content")
            return
        for turn in objects(data, "messages"):
            yield from objects(turn, "content")
