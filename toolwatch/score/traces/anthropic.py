"""Anthropic messages."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects, result


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
        answers = {block.get("tool_use_id"): block for block in blocks if block.get("type") == "tool_result"}
        for block in blocks:
            if block.get("type") == "tool_use":
                answer = answers.get(block["id"], {}) if block.get("id") is not None else {}
                yield Call(
                    str(block["name"]),
                    arguments(block.get("input")),
                    failed=bool(answer.get("is_error")),
                    result=result(answer.get("content")),
                )

    def _blocks(self, data: Json) -> Iterator[dict[str, Json]]:
        if isinstance(data, dict) and isinstance(data.get("content"), list):
            yield from objects(data, "content")
            return
        for turn in objects(data, "messages"):
            yield from objects(turn, "content")
