"""Gemini contents."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects


class Gemini(TraceFormat):
    """Parts with ``functionCall`` (or ``function_call``), in ``contents`` or in a response's ``candidates``.

    Source: the reference of generateContent. A ``functionResponse`` whose response has an ``error`` is a failure of the
    call of that name before it.
    """

    name = "gemini"
    rank = 60

    def recognises(self, data: Json) -> bool:
        """A part with a function call."""
        return any(self._call(part) for part in self._parts(data))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every function call, in order."""
        made: list[Call] = []
        for part in self._parts(data):
            if call := self._call(part):
                made.append(Call(str(call["name"]), arguments(call.get("args"))))
                continue
            answer = part.get("functionResponse", part.get("function_response"))
            if isinstance(answer, dict) and self._is_error(answer):
                self._mark(made, str(answer.get("name")))
        yield from made

    @staticmethod
    def _call(part: dict[str, Json]) -> dict[str, Json] | None:
        call = part.get("functionCall", part.get("function_call"))
        return call if isinstance(call, dict) and "name" in call else None

    @staticmethod
    def _is_error(answer: dict[str, Json]) -> bool:
        response = answer.get("response")
        return isinstance(response, dict) and bool(response.get("error"))

    @staticmethod
    def _mark(made: list[Call], name: str) -> None:
        for index in range(len(made) - 1, -1, -1):
            if made[index].tool == name and not made[index].failed:
                made[index] = Call(name, made[index].arguments, failed=True)
                return

    @staticmethod
    def _parts(data: Json) -> Iterator[dict[str, Json]]:
        for turn in objects(data, "contents", "candidates"):
            content = turn.get("content", turn)
            yield from objects(content if isinstance(content, dict) else {}, "parts")
