"""JSON (with comments, if need be) as a tree with places; a container's members are found when they are asked for."""

import json
import re
from collections.abc import Sequence

from toolwatch.lint.positions.tree import Member, Span

LENIENT_MOST = 2_000_000
"""Characters of a file in which comments are looked for."""

_SPACE = re.compile(r"[ \t\r\n]*")
_SPACES = frozenset(" \t\r\n")
_CLOSING = {"{": "}", "[": "]"}
_ENDS = frozenset(("}", "]", ""))
_TOOLS_LIE = 3
"""Levels below the root of a list of tools to those of a tool's fields."""
_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
_BEHIND = re.compile(r"[ \t\r\n]*(?:,[ \t\r\n]*(?![]}])|(?=[]}]))")
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*[\s\S]*?\*/')
_TRAILING = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=[ \t\r\n]*[\]}])')


class JsonTree:
    """Nodes are offsets of values."""

    def __init__(self, text: str) -> None:
        """Read ``text``.

        Raises:
            ValueError: it is no JSON, even with comments and trailing commas allowed.
        """
        decoder = json.JSONDecoder(strict=False)
        self._decode = decoder.raw_decode
        self._scan = vars(decoder)["scan_once"]  # without the wrapper of raw_decode: the text was read whole before
        self._known: dict[int, tuple[Member, ...]] = {}
        self._by_key: dict[int, dict[str, Member]] = {}
        self.lenient = False
        self._text = text
        mark = 1 if text.startswith("\ufeff") else 0
        try:
            self.root: object = self._read(self._skip(mark))
        except RecursionError:
            raise ValueError("nested too deeply") from None
        except ValueError:
            if len(text) > LENIENT_MOST:
                raise
            self.lenient = True
            self._text = _TRAILING.sub(_blank, _COMMENT.sub(_blank, text))
            self.root = self._read(self._skip(mark))

    def members(self, node: object) -> Sequence[Member]:
        """The entries of the map or list that starts at ``node``."""
        assert isinstance(node, int)
        if node not in self._known:
            self._open(node)
        return self._known[node]

    def member(self, node: object, key: str) -> Member | None:
        """The first entry of that key, or None."""
        assert isinstance(node, int)
        if node not in self._by_key:
            self._by_key[node] = {member.key: member for member in reversed(self.members(node))}
        return self._by_key[node].get(key)

    def text(self, node: object) -> str | None:
        """The string that starts at ``node``."""
        assert isinstance(node, int)
        if self._text[node : node + 1] != '"':
            return None
        value = self._decode(self._text, node)[0]
        return value if isinstance(value, str) else None

    def is_list(self, node: object) -> bool:
        """Whether ``node`` starts a list."""
        assert isinstance(node, int)
        return self._text[node : node + 1] == "["

    def start(self, node: object) -> int:
        """The offset that ``node`` is."""
        assert isinstance(node, int)
        return node

    def span(self, node: object) -> Span:
        """From ``node`` to behind its value."""
        assert isinstance(node, int)
        return Span(node, self._decode(self._text, node)[1])

    def _read(self, root: int) -> int:
        """Read the document down to where tools lie, in one go: what is scanned to find its end is read anew later."""
        self._known.clear()
        try:
            self._open(root, _TOOLS_LIE)
        except StopIteration as error:
            raise ValueError(f"no value at {error.value}") from None
        return root

    def _open(self, node: int, levels: int = 0) -> int:
        """Find the entries of the container at ``node``, and of those ``levels`` below it; return where it ends."""
        text, scan, behind = self._text, self._scan, _BEHIND.match
        opening = text[node : node + 1]
        if opening not in _CLOSING:
            self._known[node] = ()
            return int(scan(text, node)[1])
        found: list[Member] = []
        at = self._skip(node + 1)
        while text[at : at + 1] not in _ENDS:
            start, key = at, str(len(found)) if opening == "[" else ""
            if opening == "{":
                key, at = scan(text, at)
                at = _end(_COLON.match(text, at) if isinstance(key, str) else None)
            found.append(Member(key, start, at))
            at = _end(behind(text, self._open(at, levels - 1) if levels else scan(text, at)[1]))
        if text[at : at + 1] != _CLOSING[opening]:
            raise ValueError(f"no {_CLOSING[opening]} at {at}")
        self._known[node] = tuple(found)
        return at + 1

    def _skip(self, at: int) -> int:
        if self._text[at : at + 1] not in _SPACES:
            return at
        return _end(_SPACE.match(self._text, at))


def _end(found: re.Match[str] | None) -> int:
    if found is None:
        raise ValueError("a key, a colon or a comma is missing")
    return found.end()


def _blank(found: re.Match[str]) -> str:
    """Spaces in place of a comment, lines kept; strings stay."""
    return found.group() if found.group().startswith('"') else re.sub(r"[^\n]", " ", found.group())
