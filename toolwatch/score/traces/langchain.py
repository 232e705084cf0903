"""LangChain messages."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects, result


class LangChain(TraceFormat):
    """Messages with ``tool_calls`` of ``name`` and ``args``, or an agent's ``intermediate_steps``.

    Source: the library's message dumps: plain (``type: ai``), wrapped (``data``) and serialised (``kwargs``). A tool
    message is the result of its ``tool_call_id``, with ``status: error`` a failure; a step ends with its result.
    """

    name = "langchain"
    rank = 40

    def recognises(self, data: Json) -> bool:
        """A tool call with ``args``, or a step with ``tool_input``."""
        return any("args" in call for _, call in self._calls(data)) or any(True for _ in self._steps(data))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every call of every message, else every intermediate step."""
        answers = {
            str(message["tool_call_id"]): message
            for message in self._messages(data)
            if message.get("tool_call_id") is not None
        }
        for identity, call in self._calls(data):
            answer = answers.get(str(identity), {})
            yield Call(
                str(call["name"]),
                arguments(call.get("args")),
                failed=answer.get("status") == "error",
                result=result(answer.get("content")),
            )
        for step, answered in self._steps(data):
            yield Call(str(step["tool"]), arguments(step.get("tool_input")), result=answered)

    @staticmethod
    def _messages(data: Json) -> Iterator[dict[str, Json]]:
        for message in objects(data, "messages"):
            inner = message.get("data", message.get("kwargs", message))
            yield inner if isinstance(inner, dict) else message

    def _calls(self, data: Json) -> Iterator[tuple[Json, dict[str, Json]]]:
        for message in self._messages(data):
            for call in objects(message, "tool_calls"):
                if "name" in call and "function" not in call:
                    yield call.get("id"), call

    @staticmethod
    def _steps(data: Json) -> Iterator[tuple[dict[str, Json], Json]]:
        if not isinstance(data, dict) or not isinstance(data.get("intermediate_steps"), list):
            return
        for step in data["intermediate_steps"]:
            action = step[0] if isinstance(step, list) and step else step
            if isinstance(action, dict):
                action = action.get("kwargs", action)
            if isinstance(action, dict) and "tool" in action and "tool_input" in action:
                yield action, step[1] if isinstance(step, list) and len(step) > 1 else None
