"""Reads tool calls and conversations as the various APIs write them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolwatch.model.suite import Message
from toolwatch.model.tool import Json
from toolwatch.suites.base import Place, Source

Call = tuple[str, Json]
"""A tool's name and the arguments that it was called with."""


def called(turn: Mapping[str, Any], source: Source, place: Place) -> Iterator[Call]:
    """The calls in one assistant turn: OpenAI's ``tool_calls`` and ``function_call``, Anthropic's ``tool_use``."""
    for call in source.listed(turn.get("tool_calls"), "tool_calls", *place):
        function = call.get("function", call) if isinstance(call, Mapping) else {}
        if isinstance(function, Mapping) and isinstance(function.get("name"), str):
            yield function["name"], _arguments(function.get("arguments", function.get("args")))
    legacy = turn.get("function_call")
    if isinstance(legacy, Mapping) and isinstance(legacy.get("name"), str):
        yield legacy["name"], _arguments(legacy.get("arguments"))
    for block in _blocks(turn):
        if block.get("type") == "tool_use" and isinstance(block.get("name"), str):
            yield block["name"], block.get("input")


def text_of(turn: Mapping[str, Any]) -> str:
    """What a turn says, its text blocks joined."""
    content = turn.get("content")
    if isinstance(content, str):
        return content
    said = [block.get("text") for block in _blocks(turn)]
    return "\n".join(text for text in said if isinstance(text, str))


def messages(turns: Sequence[Json], source: Source, *place: str | int) -> tuple[Message, ...]:
    """Turns as our messages; system turns are left out, calls and results keep their tool.

    Raises:
        SuiteError: the calls of a turn are no list; ``place`` is where the entry stands in ``source``.
    """
    found: list[Message] = []
    names: dict[str, str] = {}
    for turn in turns:
        if not isinstance(turn, Mapping):
            continue
        role, text = turn.get("role"), text_of(turn)
        if role == "user" and text:
            found.append(Message("user", text))
        elif role == "assistant":
            found += [Message("assistant", text)] if text else []
            found += [Message("assistant", "", name, arguments) for name, arguments in called(turn, source, place)]
            names |= _ids(turn)
        elif role == "tool":
            named = turn.get("name")
            tool = named if isinstance(named, str) and named else names.get(str(turn.get("tool_call_id")), "")
            found += [Message("tool", text, tool)] if tool else []
    return tuple(found)


def _ids(turn: Mapping[str, Any]) -> dict[str, str]:
    calls = [call for call in turn.get("tool_calls") or [] if isinstance(call, Mapping)]
    return {
        str(call.get("id")): call["function"]["name"]
        for call in calls
        if isinstance(call.get("function"), Mapping) and isinstance(call["function"].get("name"), str)
    }


def _blocks(turn: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = turn.get("content")
    return [block for block in content if isinstance(block, Mapping)] if isinstance(content, list) else []


def _arguments(value: Json) -> Json:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
