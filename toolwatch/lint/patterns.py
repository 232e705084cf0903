"""Judging the regular expressions of a schema without ever running them."""

import importlib
import re
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from toolwatch.lint.pointer import join
from toolwatch.lint.view import Node

LONGEST = 4000
"""Patterns above this many characters are not judged: parsing them costs more than they are worth."""

_PARSER: Any = importlib.import_module("re._parser")
_TOKEN = re.compile(
    r"\\[pP]\{[^{}]{1,60}\}|\\u\{[0-9a-fA-F]{1,6}\}|\\k<\w+>|\\c[A-Za-z]|\\.|\(\?<(?![=!])|\[\^?\]|[*+?}]\+|.",
    re.DOTALL,
)
_ATOM = re.compile(r"\[[^\]]{1,80}\]|\\.|[^()\[\]|\\*+?{}]")
_ALTERNATIVES = re.compile(
    r"\((?:\?:)?((?:\[[^\]]{1,80}\]|\\.|[^()\[\]|\\*+?{}])(?:\|(?:\[[^\]]{1,80}\]|\\.|[^()\[\]|\\*+?{}]))+)\)[*+]"
)
_IN_ECMA_TOO = ("look-behind requires fixed-width", "redefinition of group name", "bad escape", "cannot refer to")
_TWINS = {"[]": "(?!)", "[^]": r"[\s\S]", "(?<": "(?P<"}
_PYTHON = {r"\A": "^", r"\Z": "$"}


def patterns_of(node: Node) -> Iterator[tuple[str, str]]:
    """The expressions that a schema object holds, each with its path."""
    pattern = node.schema.get("pattern")
    if isinstance(pattern, str):
        yield f"{node.path}/pattern", pattern
    keyed = node.schema.get("patternProperties")
    if isinstance(keyed, dict):
        for key in keyed:
            yield join(f"{node.path}/patternProperties", key), key


@lru_cache(maxsize=512)
def why_invalid(pattern: str) -> str:
    """Why ECMA-262 cannot read ``pattern``; an empty string where it can, or where that is not sure."""
    if len(pattern) > LONGEST:
        return ""
    if "(?P" in pattern:
        return "(?P is Python's; write (?<name>...)"
    if re.search(r"\(\?[aiLmsux]+\)", pattern):
        return "flags inside the pattern are Python's"
    for token in _TOKEN.findall(pattern):
        if token in _PYTHON:
            return f"{token} is Python's; write {_PYTHON[token]}"
    _, trouble = _parse(pattern)
    return "" if trouble.startswith(_IN_ECMA_TOO) else trouble


@lru_cache(maxsize=512)
def backtracks(pattern: str) -> bool:
    """Whether a repetition inside a repetition can eat the same text, with something behind that can fail."""
    if len(pattern) > LONGEST:
        return False
    if any(found.end() < len(pattern) and _overlap(found.group(1)) for found in _ALTERNATIVES.finditer(pattern)):
        return True
    if sum(pattern.count(sign) for sign in "*+,") < 2:
        return False
    tree, _ = _parse(pattern)
    return tree is not None and _explodes(list(tree), follows=False)


def _parse(pattern: str) -> tuple[Any, str]:
    """Python's parse tree of the expression, and its complaint."""
    translated = "".join(_python(token) for token in _TOKEN.findall(pattern))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _PARSER.parse(translated), ""
    except re.error as error:
        return None, error.msg
    except (RecursionError, OverflowError):
        return None, ""


def _python(token: str) -> str:
    """An ECMA-262 token as Python writes it; what differs in meaning only becomes any letter."""
    if token.startswith(("\\p", "\\P")) and len(token) > 2:
        return r"\w"
    if token.startswith("\\k<"):
        return f"(?P={token[3:-1]})"
    if token.startswith(("\\u{", "\\c")):
        return "x"
    if len(token) == 2 and token[0] in "*+?}" and token[1] == "+":
        return f"{token[0]}{{2}}{{2}}"  # possessive: no ECMA-262, and not in Python before 3.11
    return _TWINS.get(token, token)


def _explodes(items: Sequence[Any], *, follows: bool) -> bool:
    for at, (operation, value) in enumerate(items):
        after = follows or at + 1 < len(items)
        if str(operation) in ("MAX_REPEAT", "MIN_REPEAT"):
            _, most, body = value
            if most == _PARSER.MAXREPEAT and after and any(_ambiguous(one) for one in _branches(list(body))):
                return True
        if any(_explodes(below, follows=after) for below in _below(str(operation), value)):
            return True
    return False


def _below(operation: str, value: Any) -> list[list[Any]]:
    if operation in ("MAX_REPEAT", "MIN_REPEAT"):
        return [list(value[2])]
    if operation == "SUBPATTERN":
        return [list(value[3])]
    if operation == "BRANCH":
        return [list(one) for one in value[1]]
    if operation in ("ASSERT", "ASSERT_NOT"):
        return [list(value[1])]
    return []


def _branches(items: list[Any]) -> list[list[Any]]:
    """The alternatives that a repeated body is, groups taken off."""
    if len(items) == 1 and str(items[0][0]) == "SUBPATTERN":
        return _branches(list(items[0][1][3]))
    if len(items) == 1 and str(items[0][0]) == "BRANCH":
        return [branch for one in items[0][1][1] for branch in _branches(list(one))]
    return [items]


def _ambiguous(items: list[Any]) -> bool:
    """Whether one item repeats without end and all others may be empty: two rounds and one round read the same."""
    endless = [
        str(operation) in ("MAX_REPEAT", "MIN_REPEAT") and value[1] == _PARSER.MAXREPEAT for operation, value in items
    ]
    if not any(endless):
        return False
    needed = [at for at, item in enumerate(items) if _least(item) > 0 and not endless[at]]
    return not needed


def _least(item: Any) -> int:
    """The fewest characters that an item takes."""
    operation, value = str(item[0]), item[1]
    if operation in ("MAX_REPEAT", "MIN_REPEAT"):
        return int(value[0]) and int(value[2].getwidth()[0])
    if operation in ("SUBPATTERN", "BRANCH"):
        return min(sum(_least(one) for one in below) for below in _below(operation, value))
    return 0 if operation.startswith(("AT", "ASSERT")) else 1


def _overlap(alternatives: str) -> bool:
    """Whether two alternatives of one character each can be the same character.

    Python joins such alternatives into one set, which is linear; engines of browsers do not.
    """
    trees = [_parse(one)[0] for one in _ATOM.findall(alternatives)]
    letters = [_letters(tree[0]) for tree in trees if tree]
    return any(one & other for at, one in enumerate(letters) for other in letters[at + 1 :])


def _letters(item: Any) -> frozenset[str]:
    operation, value = str(item[0]), item[1]
    if operation == "LITERAL":
        return frozenset((chr(value),))
    if operation == "ANY":
        return _ASCII
    if operation != "IN" or (value and str(value[0][0]) == "NEGATE"):
        return frozenset()
    return frozenset(letter for part in value for letter in _part(str(part[0]), part[1]))


def _part(operation: str, value: Any) -> frozenset[str]:
    if operation == "LITERAL":
        return frozenset((chr(value),))
    if operation == "RANGE":
        return frozenset(letter for letter in _ASCII if value[0] <= ord(letter) <= value[1])
    return _CATEGORIES.get(str(value), frozenset())


_ASCII = frozenset(map(chr, range(128)))
_CATEGORIES = {
    f"CATEGORY_{name}": frozenset(letter for letter in _ASCII if re.match(sign, letter))
    for name, sign in (("DIGIT", r"\d"), ("WORD", r"\w"), ("SPACE", r"\s"), ("NOT_SPACE", r"\S"), ("NOT_DIGIT", r"\D"))
}
