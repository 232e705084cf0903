r"""One spelling for every JSON value, and the digest of it. Standard library only.

Two values get the same spelling exactly when they mean the same JSON:

- object keys are sorted by code point; arrays keep their order; no space between tokens;
- numbers that are equal are spelt alike: ``1.0`` and ``1e0`` as ``1``, ``-0.0`` as ``0``, whole floats of any size
  as integers; integers keep every digit (2**53 + 1 stays apart from 2**53), other floats have their shortest form;
- ``true`` and ``1`` stay apart;
- infinities (what ``1e400`` becomes) and NaN are spelt ``Infinity``, ``-Infinity`` and ``NaN``;
- strings are ASCII with JSON escapes, so that a lone surrogate has a spelling too; text is not normalised here.

It is not RFC 8785: that refuses integers from 2**53, infinities and lone surrogates, which real servers send.
"""

import hashlib
import json
import re
from collections.abc import Iterator

from toolwatch.model.tool import Json

PREFIX = "sha256:"

_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=True, separators=(",", ":"), check_circular=False)
_POINT = re.compile(r"[0-9][.e]")
_FLOAT = re.compile(r"(?:^|[:,\[])-?[0-9]+[.e]")
_MOST_BITS = 14_000
"""Integers beyond this are spelt in hex: str() refuses more than 4,300 decimal digits."""


def encode(value: Json) -> str:
    """Return the canonical spelling of ``value``, whatever its depth.

    Raises:
        TypeError: something in it is no JSON value.
    """
    try:
        text = _ENCODER.encode(value)
    except (RecursionError, ValueError):
        return "".join(_tokens(value))
    return "".join(_tokens(value)) if _POINT.search(text) and _FLOAT.search(text) else text


def digest(value: Json) -> str:
    """The SHA-256 of ``encode(value)``, as ``sha256:`` and 64 hex digits."""
    return digest_text(encode(value))


def digest_text(text: str) -> str:
    """The SHA-256 of ASCII ``text``, as ``sha256:`` and 64 hex digits."""
    return PREFIX + hashlib.sha256(text.encode("ascii")).hexdigest()


def _tokens(value: Json) -> Iterator[str]:
    """Spell ``value`` without recursion; the stack holds what is still to be said, literal text marked as such."""
    stack: list[tuple[bool, Json]] = [(False, value)]
    while stack:
        literal, item = stack.pop()
        if literal:
            yield item
        elif isinstance(item, dict):
            keys = sorted(item)
            stack.append((True, "}"))
            for key in reversed(keys):
                comma = "" if key == keys[0] else ","
                stack += [(False, item[key]), (True, f"{comma}{_ENCODER.encode(key)}:")]
            yield "{"
        elif isinstance(item, list | tuple):
            stack.append((True, "]"))
            for index in range(len(item) - 1, -1, -1):
                stack += [(False, item[index]), (True, "," if index else "")]
            yield "["
        else:
            yield _scalar(item)


def _scalar(value: Json) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > _MOST_BITS:
        return hex(value)
    return _ENCODER.encode(value)
