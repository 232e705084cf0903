"""What an answer may hold, whoever says it: an endpoint, a program, or the file of stored answers."""

from collections.abc import Mapping

from toolwatch.model.tool import Json
from toolwatch.model.trial import Choice

_MOST = 10**12
"""No call has more tokens; a larger count is none."""
_DEEPEST = 100
"""Levels of arguments, far from what Python's own readers and writers of JSON can bear."""


def count(value: Json) -> int:
    """A count of tokens as an endpoint says it; what is none (a text, a list, less than 0) is 0, for not known."""
    return value if type(value) is int and 0 <= value <= _MOST else 0


def members(value: Json) -> Mapping[str, Json]:
    """An object; what is none has no members."""
    return value if isinstance(value, Mapping) else {}


def words(value: Json) -> str:
    """What was said: a text, or the texts of a list of parts; what is neither says nothing."""
    if isinstance(value, list):
        return "".join(words(members(part).get("text")) for part in value)
    return value if isinstance(value, str) else ""


def called(value: Json) -> str:
    """The name of a called tool.

    Raises:
        TypeError: it is no name, and must not become one by being written out.
    """
    if not isinstance(value, str) or not value:
        raise TypeError("a call without a tool's name")
    return value


def checked(choice: Choice) -> Choice:
    """The choice, if each of its fields is what it must be.

    Raises:
        ValueError: one is not; the text names it.
    """
    spent = (choice.tokens_in, choice.tokens_out)
    right = {
        "tool": choice.tool is None or isinstance(choice.tool, str),
        "arguments": not deep(choice.arguments),
        "text": isinstance(choice.text, str),
        "probabilities": isinstance(choice.probabilities, Mapping) and all(map(_chance, choice.probabilities.items())),
        "tokens": all(type(tokens) is int and 0 <= tokens <= 4 * _MOST for tokens in spent),
        "seconds": type(choice.seconds) in (int, float) and 0 <= choice.seconds < float("inf"),
    }
    for field, fine in right.items():
        if not fine:
            raise ValueError(f"{field} is not what it must be")
    return choice


def deep(value: Json) -> bool:
    """Whether JSON is nested so deeply that those who read it later might fail."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [part for one in level for part in _parts(one)]
        if not level:
            return False
    return True


def _parts(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _chance(item: tuple[Json, Json]) -> bool:
    name, chance = item
    return isinstance(name, str) and type(chance) in (int, float) and 0 <= chance <= 1
