"""OpenTelemetry spans of generative AI."""

from collections.abc import Iterator
from typing import Any

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects, result

TOOL = "gen_ai.tool.name"
OPERATION = "gen_ai.operation.name"
ARGUMENTS = ("gen_ai.tool.call.arguments", "gen_ai.tool.arguments")
RESULT = "gen_ai.tool.call.result"


class OpenTelemetry(TraceFormat):
    """Spans of the operation ``execute_tool``: OTLP JSON (``resourceSpans``), or a list of spans.

    Source: the semantic conventions for generative AI. Spans are put in the order of their start; status code 2
    (``ERROR``) or an ``error.type`` is a failure.
    """

    name = "opentelemetry"
    rank = 80

    def recognises(self, data: Json) -> bool:
        """A span that names a tool."""
        return any(TOOL in self._attributes(span) for span in self._spans(data))

    def calls(self, data: Json) -> Iterator[Call]:
        """Every tool span by start time, ties in document order."""
        spans = [(span, self._attributes(span)) for span in self._spans(data)]
        tools = [
            (span, facts)
            for span, facts in spans
            if TOOL in facts and facts.get(OPERATION, "execute_tool") == "execute_tool"
        ]
        for span, facts in sorted(tools, key=lambda pair: self._start(pair[0])):
            given = next((facts[key] for key in ARGUMENTS if key in facts), None)
            yield Call(
                str(facts[TOOL]),
                arguments(given),
                failed=self._failed(span, facts),
                result=result(facts.get(RESULT)),
            )

    @staticmethod
    def _spans(data: Json) -> Iterator[dict[str, Any]]:
        if not isinstance(data, dict) or "resourceSpans" not in data:
            yield from objects(data, "spans")
            return
        for resource in objects(data, "resourceSpans"):
            for scope in objects(resource, "scopeSpans", "instrumentationLibrarySpans"):
                yield from objects(scope, "spans")

    def _attributes(self, span: dict[str, Any]) -> dict[str, Json]:
        raw = span.get("attributes")
        if isinstance(raw, dict):
            return raw
        facts: dict[str, Json] = {}
        for item in objects(raw):
            facts[str(item.get("key"))] = self._value(item.get("value"))
        return facts

    def _value(self, value: Json) -> Json:
        """An OTLP ``AnyValue`` as the value it holds."""
        if not isinstance(value, dict):
            return value
        if "kvlistValue" in value:
            pairs = objects(value["kvlistValue"], "values")
            return {str(pair.get("key")): self._value(pair.get("value")) for pair in pairs}
        if "arrayValue" in value:
            return [self._value(item) for item in objects(value["arrayValue"], "values")]
        return next(iter(value.values()), None)

    @staticmethod
    def _start(span: dict[str, Any]) -> int:
        for key in ("startTimeUnixNano", "start_time_unix_nano", "start_time"):
            text = str(span.get(key, ""))
            if text.isdecimal() and len(text) < 40:
                return int(text)
        return 0

    @staticmethod
    def _failed(span: dict[str, Any], facts: dict[str, Json]) -> bool:
        status = span.get("status")
        code = status.get("code", status.get("status_code")) if isinstance(status, dict) else status
        return code in (2, "2", "ERROR", "STATUS_CODE_ERROR") or "error.type" in facts
