"""The Model Context Protocol's own messages."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects


class Mcp(TraceFormat):
    """JSON-RPC messages: requests of ``tools/call``, and answers that tell of a failure.

    Source: the protocol's section on calling tools: an answer with ``error``, or a result with ``isError``, failed.
    Takes a list of messages, or an object with ``messages``.
    """

    name = "mcp"
    rank = 70

    def recognises(self, data: Json) -> bool:
        """A request of ``tools/call``."""
        return any(message.get("method") == "tools/call" for message in objects(data, "messages"))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every ``tools/call`` request, in order."""
        messages = objects(data, "messages")
        failed = {str(message.get("id")) for message in messages if self._is_failure(message)}
        for message in messages:
            if message.get("method") == "tools/call":
                parameters = message["params"]
                yield Call(
                    str(parameters["name"]),
                    arguments(parameters.get("arguments")),
                    failed=str(message.get("id")) in failed,
                )

    @staticmethod
    def _is_failure(message: dict[str, Json]) -> bool:
        result = message.get("result")
        return "method" not in message and (
            "error" in message or (isinstance(result, dict) and result.get("isError") is True)
        )
