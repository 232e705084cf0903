"""The Model Context Protocol's own messages."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects, result


class Mcp(TraceFormat):
    """JSON-RPC messages: requests of ``tools/call``, and their answers.

    Source: the protocol's section on calling tools: an answer with ``error``, or a result with ``isError``, failed; a
    result is its structured content, else the texts of its content. Takes a list of messages, or an object with
    ``messages``.
    """

    name = "mcp"
    rank = 70

    def recognises(self, data: Json) -> bool:
        """A request of ``tools/call``."""
        return any(message.get("method") == "tools/call" for message in objects(data, "messages"))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every ``tools/call`` request, in order."""
        messages = objects(data, "messages")
        answers: dict[str, dict[str, Json]] = {}
        for message in messages:
            identity = str(message.get("id"))
            if "method" not in message and (identity not in answers or self._is_failure(message)):
                answers[identity] = message
        for message in messages:
            if message.get("method") == "tools/call":
                parameters = message["params"]
                answer = answers.get(str(message.get("id")), {})
                yield Call(
                    str(parameters["name"]),
                    arguments(parameters.get("arguments")),
                    failed=self._is_failure(answer),
                    result=self._result(answer.get("result")),
                )

    @staticmethod
    def _is_failure(answer: dict[str, Json]) -> bool:
        told = answer.get("result")
        return "error" in answer or (isinstance(told, dict) and told.get("isError") is True)

    @staticmethod
    def _result(told: Json) -> Json:
        if not isinstance(told, dict):
            return None
        structured = told.get("structuredContent")
        return structured if structured is not None else result(told.get("content"))
