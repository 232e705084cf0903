"""OpenAI chat completions."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects, result


class OpenAIChat(TraceFormat):
    """Messages whose assistant turns carry ``tool_calls`` with ``function``; or a whole response with ``choices``.

    Source: the API reference of chat completions. Results (turns of the role ``tool``) say nothing of failure in this
    format.
    """

    name = "openai-chat"
    rank = 50

    def recognises(self, data: Json) -> bool:
        """A message with ``tool_calls[].function``."""
        return any(True for _ in self._functions(data))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every function call of every assistant turn."""
        results = {
            str(turn["tool_call_id"]): result(turn.get("content"))
            for turn in objects(data, "messages")
            if turn.get("role") == "tool" and "tool_call_id" in turn
        }
        for identity, function in self._functions(data):
            yield Call(str(function["name"]), arguments(function.get("arguments")), result=results.get(str(identity)))

    def _functions(self, data: Json) -> Iterator[tuple[Json, dict[str, Json]]]:
        turns = objects(data, "messages", "choices")
        for turn in turns:
            message = turn.get("message", turn)
            for call in objects(message if isinstance(message, dict) else {}, "tool_calls"):
                if isinstance(call.get("function"), dict):
                    yield call.get("id"), call["function"]
