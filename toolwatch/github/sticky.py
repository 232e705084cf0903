"""The one comment or issue that toolwatch keeps: found by its marker and its author, edited in place, never doubled."""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MOST = 65_536
"""Characters that GitHub takes in a comment or an issue's text."""

_MARKER = re.compile(r"\A<!-- toolwatch:(?P<key>[a-z0-9.-]{1,80})(?: (?P<state>[A-Za-z0-9+/=]*))? -->(?:\r?\n|\Z)")
_LONGEST = 80
_UNSAFE = re.compile(r"[^a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class Sticky:
    """A text of ours on GitHub."""

    number: int
    """Id of the comment, or number of the issue."""
    body: str
    key: str
    state: tuple[str, ...]
    """What blocked when it was last written, by subject."""


def wrap(text: str, key: str, blocking: Iterable[str] = ()) -> str:
    """``text`` with the marker on its first line; what blocks now is kept in it for the next run."""
    state = base64.b64encode(json.dumps(list(dict.fromkeys(blocking))).encode()).decode()
    return f"<!-- toolwatch:{key_of(key)} {state} -->\n{text}"


def key_of(text: str) -> str:
    """A marker's key from any text, another one for each: what had to be changed in a text has its hash behind it."""
    plain = _UNSAFE.sub("-", text.lower()).strip("-")[:_LONGEST]
    if text and plain == text:
        return plain
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return f"{plain[: _LONGEST - len(mark) - 1]}-{mark}".lstrip("-")


def find(items: Iterable[dict[str, Any]], key: str, author: str) -> Sticky | None:
    """The first of ``items`` (comments or issues) that bears the marker and was written by ``author``."""
    for item in items:
        user = item.get("user")
        if not isinstance(user, dict) or user.get("login") != author:
            continue
        found = parse(item)
        if found is not None and found.key == key_of(key):
            return found
    return None


def parse(item: dict[str, Any]) -> Sticky | None:
    """Read a comment or an issue; None where it has no marker on its first line."""
    body = item.get("body")
    match = _MARKER.match(body) if isinstance(body, str) else None
    number = item.get("number", item.get("id"))
    if match is None or not isinstance(number, int):
        return None
    return Sticky(number, str(body), match["key"], _state(match["state"] or ""))


def _state(text: str) -> tuple[str, ...]:
    try:
        data = json.loads(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError, RecursionError):
        return ()
    return tuple(item for item in data if isinstance(item, str)) if isinstance(data, list) else ()
