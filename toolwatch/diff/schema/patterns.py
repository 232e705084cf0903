"""Strings that match a regular expression, by walking what Python's own parser makes of it."""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

_CATEGORIES = {
    "CATEGORY_DIGIT": "07",
    "CATEGORY_NOT_DIGIT": "a-",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "a0",
    "CATEGORY_WORD": "aZ0_",
    "CATEGORY_NOT_WORD": "-",
}
_SPARE = "aZ09_-. /:@é"


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """The pattern as Python reads it, or None where it cannot."""
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None


@lru_cache(maxsize=1024)
def matching(pattern: str, extra: tuple[int, ...] = (0, 1, 3)) -> tuple[str, ...]:
    """A few strings that match, shortest first; empty where none was found. Each was checked."""
    found = compiled(pattern)
    if found is None:
        return ()
    try:
        tree = re._parser.parse(pattern)  # type: ignore[attr-defined]
    except (re.error, RecursionError):
        return ()
    texts: dict[str, None] = {}
    for more in extra:
        for turn in range(3):
            text = "".join(_walk(tree, more, turn))
            if len(text) <= 10_000 and found.search(text):
                texts[text] = None
    return tuple(sorted(texts, key=lambda text: (len(text), text)))


@lru_cache(maxsize=1024)
def lengths(pattern: str) -> tuple[int, float]:
    """The least and the greatest length of a text that matches; only what is sure counts."""
    if compiled(pattern) is None:
        return 0, math.inf
    tree = re._parser.parse(pattern)  # type: ignore[attr-defined]
    least, most = tree.getwidth()
    ends = [str(argument) for op, argument in (*tree[:1], *tree[-1:]) if str(op) == "AT"]
    if ends != ["AT_BEGINNING", "AT_END"] or most >= 10_000 or tree.state.flags & re.MULTILINE:
        return int(least), math.inf
    # A dollar sign also stands before a newline at the end.
    return int(least), int(most) + 1


def _walk(tree: Any, more: int, turn: int) -> Iterator[str]:
    for op, argument in tree:
        yield from _one(str(op), argument, more, turn)


def _one(op: str, argument: Any, more: int, turn: int) -> Iterator[str]:
    match op:
        case "LITERAL":
            yield chr(argument)
        case "NOT_LITERAL":
            yield next(char for char in _SPARE if ord(char) != argument)
        case "ANY":
            yield _SPARE[turn]
        case "IN":
            yield _member(argument, turn)
        case "CATEGORY":
            yield _CATEGORIES[str(argument)][0]
        case "BRANCH":
            branches = argument[1]
            yield from _walk(branches[turn % len(branches)], more, turn)
        case "SUBPATTERN":
            yield from _walk(argument[3], more, turn)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = argument
            for _ in range(min(int(least) + more, int(most), 2000)):
                yield from _walk(inner, more if least < 10 else 0, turn)
        case "ATOMIC_GROUP":
            yield from _walk(argument, more, turn)


def _member(parts: Any, turn: int) -> str:
    choices: list[str] = []
    refused = bool(parts) and str(parts[0][0]) == "NEGATE"
    for op, argument in parts:
        match str(op):
            case "LITERAL":
                choices.append(chr(argument))
            case "RANGE":
                choices += [chr(argument[0]), chr(argument[1])]
            case "CATEGORY":
                choices += _CATEGORIES[str(argument)]
    if refused:
        choices = [char for char in _SPARE if not _covered(parts, char)] or ["\u2603"]
    return choices[turn % len(choices)]


def _covered(parts: Any, char: str) -> bool:
    for op, argument in parts:
        match str(op):
            case "LITERAL" if ord(char) == argument:
                return True
            case "RANGE" if argument[0] <= ord(char) <= argument[1]:
                return True
            case "CATEGORY" if re.match(_CLASSES[str(argument)], char):
                return True
    return False


_CLASSES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
