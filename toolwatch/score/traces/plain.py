"""Calls written down by hand."""

from collections.abc import Iterator

from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.score.trace_format import TraceFormat, arguments, objects

LARGEST = 1e100
"""Of a time or a cost: beyond all that is meant, and far from where a sum overflows."""


class Plain(TraceFormat):
    """A list of ``{"tool": ..., "args": {...}}``, or an object that holds it under ``calls``.

    ``arguments`` is read as ``args`` is; ``failed`` or ``is_error`` true is a failure; ``result`` is what the tool
    answered. An empty list is an agent that called nothing.
    """

    name = "plain"
    rank = 10

    def recognises(self, data: Json) -> bool:
        """Only objects with ``tool``, or an empty list of calls."""
        items = data.get("calls") if isinstance(data, dict) else data
        return isinstance(items, list) and all(isinstance(item, dict) and "tool" in item for item in items)

    def calls(self, data: Json) -> Iterator[Call]:
        """Every item, in order."""
        for item in objects(data, "calls"):
            yield Call(
                str(item["tool"]),
                arguments(item.get("args", item.get("arguments"))),
                failed=bool(item.get("failed", item.get("is_error", False))),
                seconds=_number(item.get("seconds", item.get("duration"))),
                money=_number(item.get("cost")),
                result=item.get("result"),
            )


def _number(value: Json) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    if not -LARGEST <= value <= LARGEST:
        raise ValueError("a time or a cost is no number that can be added up")
    return float(value)
