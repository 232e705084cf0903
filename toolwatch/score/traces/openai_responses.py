"""OpenAI Responses."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects, result


class OpenAIResponses(TraceFormat):
    """Items of type ``function_call`` (or ``mcp_call``), in a list or under ``output`` or ``input``.

    Source: the API reference of responses. An ``mcp_call`` carries its ``output`` or an ``error``; the result of a
    ``function_call`` is the ``function_call_output`` of its ``call_id``.
    """

    name = "openai-responses"
    rank = 60
    kinds = ("function_call", "mcp_call")

    def recognises(self, data: Json) -> bool:
        """An item of one of the kinds with a name."""
        return any(item.get("type") in self.kinds and "name" in item for item in self._items(data))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every call item, in order."""
        outputs = {
            str(item["call_id"]): item.get("output")
            for item in self._items(data)
            if item.get("type") == "function_call_output" and "call_id" in item
        }
        for item in self._items(data):
            if item.get("type") in self.kinds:
                yield Call(
                    str(item["name"]),
                    arguments(item.get("arguments")),
                    failed=bool(item.get("error")),
                    result=result(item.get("output", outputs.get(str(item.get("call_id"))))),
                )

    def _items(self, data: Json) -> list[dict[str, Json]]:
        return objects(data, "output", "input", "items")
