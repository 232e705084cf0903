"""Gemini contents."""

from collections.abc import Iterator
from dataclasses import replace

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects


class Gemini(TraceFormat):
    """Parts with ``functionCall`` (or ``function_call``), in ``contents`` or in a response's ``candidates``.

    Source: the reference of generateContent. A ``functionResponse`` answers the call of its ``id``, else the first call
    of its name that has no answer yet; a response with an ``error`` is a failure.
    """

    name = "gemini"
    rank = 60

    def recognises(self, data: Json) -> bool:
        """A part with a function call."""
        return any(self._call(part) for part in self._parts(data))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every function call, in order."""
        made: list[Call] = []
        waiting: dict[int, tuple[Json, str]] = {}
        for part in self._parts(data):
            if call := self._call(part):
                waiting[len(made)] = call.get("id"), str(call["name"])
                made.append(Call(str(call["name"]), arguments(call.get("args"))))
                continue
            answer = part.get("functionResponse", part.get("function_response"))
            if isinstance(answer, dict) and (index := self._answered(waiting, answer)) is not None:
                del waiting[index]
                response = answer.get("response")
                made[index] = replace(made[index], failed=self._is_error(response), result=response)
        yield from made

    @staticmethod
    def _call(part: dict[str, Json]) -> dict[str, Json] | None:
        call = part.get("functionCall", part.get("function_call"))
        return call if isinstance(call, dict) and "name" in call else None

    @staticmethod
    def _is_error(response: Json) -> bool:
        return isinstance(response, dict) and bool(response.get("error"))

    @staticmethod
    def _answered(waiting: dict[int, tuple[Json, str]], answer: dict[str, Json]) -> int | None:
        """The call that an answer belongs to."""
        own, name = answer.get("id"), str(answer.get("name"))
        by_id = [index for index, (identity, _) in waiting.items() if own is not None and identity == own]
        by_name = [index for index, (_, called) in waiting.items() if called == name]
        return next(iter(by_id or by_name), None)

    @staticmethod
    def _parts(data: Json) -> Iterator[dict[str, Json]]:
        for turn in objects(data, "contents", "candidates"):
            content = turn.get("content", turn)
            yield from objects(content if isinstance(content, dict) else {}, "parts")
