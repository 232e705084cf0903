"""What a reply's text says when no call was made: plain talk, or a call written down instead of made."""

import json
import re
from collections.abc import Collection, Iterator, Mapping

from toolwatch.model.tool import Json
from toolwatch.runner.base import TextCall
from toolwatch.runner.failures import Unreadable
from toolwatch.runner.sound import deep

_FENCE = re.compile(r"```[\w-]*\s*\n(.*?)```", re.DOTALL)
_NAMES = ("name", "tool", "tool_name", "function")


def check_text(
    text: str, tools: Collection[str], policy: TextCall, *, cut: bool = False, tokens: tuple[int, int] | None = None
) -> None:
    """Return where ``text`` can stand as a reply without a call.

    Raises:
        Unreadable: nothing was said at all, the reply was cut before it could call anything, or it holds a written
            call and ``policy`` says that such a reply is no answer.
    """
    if cut:
        said = "the reply was cut at the token limit before any call: raise max_tokens"
        raise Unreadable(said, again=False, tokens=tokens)
    if not text.strip():
        raise Unreadable("an empty reply: neither a call nor a word", tokens=tokens)
    if policy is TextCall.UNPARSED and (name := written_call(text, tools)):
        said = f"the reply writes a call of {name} as text instead of making it"
        raise Unreadable(said, again=False, tokens=tokens)


def written_call(text: str, tools: Collection[str]) -> str:
    """The tool that a bare or fenced JSON object in ``text`` names, or an empty string."""
    for value in _objects(text):
        inner = value.get("function")
        for place in (value, inner if isinstance(inner, Mapping) else {}):
            for word in _NAMES:
                name = place.get(word)
                if isinstance(name, str) and name in tools:
                    return name
    return ""


def arguments(value: Json) -> Json:
    """Arguments as JSON; what is none, or too deep, stays the text that came, for the tool was chosen all the same."""
    if not isinstance(value, str):
        return value
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return value if deep(read) else read


def _objects(text: str) -> Iterator[Mapping[str, Json]]:
    decoder = json.JSONDecoder()
    for piece in (*_FENCE.findall(text), text):
        start = piece.find("{")
        while start >= 0:
            try:
                value, end = decoder.raw_decode(piece, start)
            except (ValueError, RecursionError):
                end = start + 1
                value = None
            if isinstance(value, dict):
                yield value
            start = piece.find("{", end)
