"""Finds the names of tools that are gone in a text: as whole identifiers, and as clients spell them.

A name that no prose would hold by chance (``lookup_order``, ``lookupOrder``, ``lookup-order``) counts wherever it
stands as a whole identifier. A name that is a plain word (``search``) counts only where it is meant as a name: quoted,
qualified by its server, or alone in a list or after a key such as ``tools`` or ``expected``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from toolwatch.model.consumer import ConsumerKind

_PLAIN_WORD = re.compile(r"[A-Za-z]?[a-z]+|[A-Z]+")
_KEY = re.compile(r"^\W*[\w.-]*(?:tool|expect|allow|deny|must_not|permission)[\w-]*[\"']?\s*[:=]", re.IGNORECASE)
_HYPHEN_BEFORE = re.compile(r"[A-Za-z0-9_]-$")
_HYPHEN_AFTER = re.compile(r"-[A-Za-z0-9_]")
_QUALIFIED = re.compile(r"([A-Za-z0-9_.@-]+)[:/.]$")
_AROUND = 60
"""Characters to either side of a name that are looked at, and shown."""
_FEW = 12
"""Names up to which each is looked for in the bytes by itself; beyond it the words of a file are looked at first."""
_WORD = re.compile(rb"[A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Hit:
    """One use in a text; line and column count from 1."""

    name: str
    line: int
    column: int
    text: str


class Finder:
    """Looks for the names of one server's tools."""

    def __init__(self, names: Sequence[str], servers: Sequence[str] = ()) -> None:
        """Prepare for ``names``; ``servers`` are the names under which clients may know the server."""
        self._names = tuple(name for name in dict.fromkeys(names) if name)
        self._servers = tuple(dict.fromkeys(_letters(server) for server in servers if _letters(server)))
        self._bytes = tuple(name.encode("utf-8", "surrogatepass") for name in self._names)
        self._words = tuple(frozenset(_WORD.findall(name)) for name in self._bytes)
        longest = sorted(self._names, key=lambda name: (-len(name), name))
        ours = "|".join(re.sub("[^A-Za-z0-9]+", "[-_]", server.strip("@/")) for server in servers) or "(?!)"
        self._pattern = re.compile(
            rf"(?<![A-Za-z0-9_])(?:mcp__(?P<called>[A-Za-z0-9_-]{{1,100}}?)__|(?P<ours>(?i:mcp_)?(?i:{ours})_{{1,2}}))??"
            rf"(?P<name>{'|'.join(map(re.escape, longest))})(?![A-Za-z0-9_])"
        )

    def may_hold(self, data: bytes) -> bool:
        """A quick no for most files."""
        if len(self._bytes) <= _FEW:
            return any(name in data for name in self._bytes)
        words = set(_WORD.findall(data))
        return any(own <= words and name in data for name, own in zip(self._bytes, self._words, strict=True))

    def find(self, text: str) -> Iterator[Hit]:
        """Every use in a text, in its order."""
        if not self._names:
            return
        for number, line in enumerate(text.split("\n"), start=1):
            if not any(name in line for name in self._names):
                continue
            for match in self._pattern.finditer(line):
                if self._counts(match, line):
                    start = match.start("name")
                    yield Hit(match["name"], number, match.start() + 1, _around(line, start, len(match["name"])))

    def _counts(self, match: re.Match[str], line: str) -> bool:
        start, end = match.span()
        before, after = line[max(0, start - _AROUND) : start], line[end : end + _AROUND]
        if _HYPHEN_BEFORE.search(before[-2:]) or _HYPHEN_AFTER.match(after):
            return False
        if match["called"]:
            return self._is_ours(match["called"])
        if match["ours"] or not _PLAIN_WORD.fullmatch(match["name"]):
            return True
        return self._is_marked(before, after) or _is_alone(line, start, end) or _KEY.match(line[:_AROUND]) is not None

    def _is_ours(self, called: str) -> bool:
        """Clients know a server by the name their user gave it: ``playwright`` for ``@playwright/mcp``."""
        other = _letters(called)
        near = (own for own in self._servers if len(other) > 2 and (other in own or own in other))
        return not self._servers or other in self._servers or any(near)

    def _is_marked(self, before: str, after: str) -> bool:
        """Whether it is quoted, or qualified by the server."""
        if before[-1:] in ("'", '"', "`") and after[:1] == before[-1:]:
            return True
        qualified = _QUALIFIED.search(before)
        return qualified is not None and _letters(qualified.group(1)) in self._servers


def _is_alone(line: str, start: int, end: int) -> bool:
    """Whether a list item or an array's line holds nothing else; a remark may follow."""
    if start > _AROUND or len(line) > end + 2 * _AROUND:
        return False
    before, after = line[:start].lstrip(), re.sub(r"\s+#.*$", "", line[end:])
    return before[:1] in ("-", "*", "[") and not before.strip("-*[, \t") and not after.strip("], \t\r")


def kind_of(path: str) -> ConsumerKind:
    """What kind of file a path is."""
    parts = PurePosixPath(path.lower()).parts
    name = parts[-1] if parts else ""
    if name == "skill.md" or "skills" in parts[:-1]:
        return ConsumerKind.SKILL
    for kind, test in _KINDS.items():
        if test.search("/" + path.lower()):
            return kind
    return ConsumerKind.SOURCE


def _pattern(*choices: str) -> re.Pattern[str]:
    return re.compile("|".join(choices))


_KINDS: Mapping[ConsumerKind, re.Pattern[str]] = {
    ConsumerKind.AGENT_FILE: _pattern(
        r"/(?:agents|claude|gemini|copilot-instructions)\.md$",
        r"/agents/",
        r"/\.?(?:cursor|windsurf)/?rules",
        r"\.mdc$",
    ),
    ConsumerKind.PROMPT: _pattern(
        r"/prompts?/", r"\.prompt(?:\.md|\.ya?ml|\.txt)?$", r"/commands/[^/]*\.md$", r"/system\.md$"
    ),
    ConsumerKind.SUITE: _pattern(r"/suites?/", r"/evals?/"),
    ConsumerKind.ALLOW_LIST: _pattern(
        r"/\.(?:claude|cursor|vscode|gemini|codex|continue|github)/[^/]*\.(?:json|jsonc|toml|ya?ml)$",
        r"/\.?(?:mcp|claude_desktop_config|mcp_config|opencode)\.jsonc?$",
        r"/settings(?:\.local)?\.json$",
    ),
    ConsumerKind.DOCUMENT: _pattern(r"\.(?:md|rst|txt|adoc|html?)$"),
}


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower().removeprefix("mcp-"))


def _around(line: str, start: int, length: int) -> str:
    left, right = max(0, start - _AROUND), start + length + _AROUND
    return ("…" if left else "") + line[left:right].strip() + ("…" if right < len(line) else "")
