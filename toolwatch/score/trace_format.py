"""What a trace format is, and how a document finds its own."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from toolwatch.errors import UsageError
from toolwatch.model.tool import Json
from toolwatch.model.trace import Call
from toolwatch.registry import load


class TraceFormat(ABC):
    """Reads the tool calls out of one kind of document. The docstring says where the format comes from."""

    name: ClassVar[str]
    rank: ClassVar[int] = 0
    """Formats are asked in descending rank: the more telling a shape is, the higher."""

    @abstractmethod
    def recognises(self, data: Json) -> bool:
        """Whether the document has this format's shape; never raises."""

    @abstractmethod
    def calls(self, data: Json) -> Iterator[Call]:
        """The calls in order, with failures and results where the format tells of them."""


def formats() -> tuple[TraceFormat, ...]:
    """Every format, the most telling first, ties by name."""
    known = load("toolwatch.score.traces", TraceFormat, key="name", group="toolwatch.traces")
    return tuple(sorted((plugin() for plugin in known.values()), key=lambda one: (-one.rank, one.name)))


def read_calls(data: Json, *, where: str, name: str = "") -> tuple[str, tuple[Call, ...]]:
    """Return the format's name and the calls of one document.

    Args:
        data: the parsed document.
        where: file and place, for messages.
        name: the format; empty finds it by shape.

    Raises:
        UsageError: the format is not known, or nothing recognises the document.
    """
    known = formats()
    fitting = [one for one in known if one.name == name] if name else [one for one in known if one.recognises(data)]
    if not fitting:
        names = ", ".join(sorted(one.name for one in known))
        what = f"there is no trace format {name!r}" if name else "is in no known trace format"
        raise UsageError(f"{where}: {what}; known are {names}")
    try:
        return fitting[0].name, tuple(fitting[0].calls(data))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise UsageError(f"{where}: looks like {fitting[0].name}, but cannot be read: {error!r}") from None


def objects(data: Json, *keys: str) -> list[dict[str, Any]]:
    """The objects of a list, or of the list under the first of ``keys`` that holds one; empty where there is none."""
    if isinstance(data, dict):
        data = next((data[key] for key in keys if isinstance(data.get(key), list)), None)
    return [item for item in data if isinstance(item, dict)] if isinstance(data, list) else []


def result(value: Json) -> Json:
    """A tool's result: the texts of its content blocks where it is a list of those, else the value itself."""
    if isinstance(value, list) and value and all(isinstance(block, dict) and "type" in block for block in value):
        return "\n".join(text for block in value if isinstance(text := block.get("text"), str))
    return value


def arguments(value: Json) -> Mapping[str, Json]:
    """Arguments as an object, whether they are one or the text of one; what is neither stands under ``""``."""
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else {}
        except (ValueError, RecursionError):
            return {"": value}
    if value is None:
        return {}
    return value if isinstance(value, dict) else {"": value}
