"""Parameters that a tool's description documents itself, as docstrings do: ``Args:`` blocks and ``:param`` lines."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from toolwatch.lint.pieces import holds

_HEADER = re.compile(
    r"[ \t]{0,40}(?:#{1,4} ?|\*\*|- )?(?:args|arguments|parameters|params|inputs?|input parameters)"
    r"(?:\*\*)?\s?:?(?:\*\*)?[ \t]*",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"[ \t]{0,40}(?:#{1,4} ?|\*\*)?(?:returns?|raises?|yields?|examples?|notes?|usage|output|outputs|warnings?"
    r"|see also|response|errors?|example usage|return value|tips?)(?:\*\*)?\s?:?(?:\*\*)?.{0,80}",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"(?P<indent>[ \t]{0,40})(?:[-*\u2022] |\d{1,2}\. )?[`*\"']{0,3}(?P<name>[A-Za-z_][\w\-]{0,63})[`*\"']{0,3}"
    r"(?:\s?\((?P<kind>[^()\n]{1,80})\)|\s?\[(?P<square>[^\[\]\n]{1,60})\])?[`*]{0,2}\s?(?::|\s-|\u2013"
    r"|\u2014)(?=\s|$)\*{0,2}\s?(?P<text>.*)"
)
_FIELD = re.compile(
    r"[ \t]{0,40}(?::param (?:(?P<kind>[\w\[\]., |]{1,40}) )?(?P<name>[A-Za-z_]\w{0,63}):\s?"
    r"|[@\\]param (?:\{(?P<braced>[^{}\n]{1,60})\} )?(?P<tagged>[A-Za-z_]\w{0,63})(?: -)?(?:\s|$))(?P<text>.*)"
)
_RULE = re.compile(r"\s{0,40}[-=~]{3,80}\s{0,4}")
"""The line below a heading."""


class Entry(NamedTuple):
    """One documented parameter: ``kind`` is what stands in brackets behind the name."""

    name: str
    kind: str
    text: str

    @property
    def prose(self) -> str:
        """As a parameter's description would say it."""
        return f"({self.kind}) {self.text}" if self.kind else self.text


@lru_cache(maxsize=1 << 12)
def entries(description: str) -> tuple[Entry, ...]:
    """The parameters that ``description`` documents in a block of their own, in order."""
    if not holds(description.lower(), ("arg", "param", "input")):
        return ()
    lines = description[:60_000].splitlines()
    found = [
        Entry(match["name"] or match["tagged"], match["kind"] or match["braced"] or "", match["text"])
        for line in lines
        if (match := _FIELD.match(line))
    ]
    for number, line in enumerate(lines):
        if _HEADER.fullmatch(line):
            found.extend(_block(lines[number + 1 :]))
    return tuple(found)


def is_label(name: str, known: Iterable[str]) -> bool:
    """Whether an entry's ``name`` is a word of the text (Tip, Behavior): a capital first, as no known name has it."""
    return name[:1].isupper() and not any(one[:1].isupper() for one in known)


def _block(lines: list[str]) -> list[Entry]:
    found: list[Entry] = []
    indent: int | None = None
    for number, line in enumerate(lines):
        if not line.strip() or (number == 0 and _RULE.fullmatch(line)):
            continue
        match = _ENTRY.match(line)
        depth = len(line) - len(line.lstrip())
        if _OTHER.fullmatch(line) or (indent is not None and depth < indent) or (indent is None and not match):
            break
        if found and match and depth == indent and not match["text"] and _opens_another(lines[number + 1 :], depth):
            break
        if match and (indent is None or depth == indent):
            indent = depth
            found.append(Entry(match["name"], match["kind"] or match["square"] or "", match["text"]))
        elif found and depth > (indent or 0):
            found[-1] = found[-1]._replace(text=f"{found[-1].text}\n{line.strip()}")
        else:
            break
    return found


def _opens_another(below: list[str], depth: int) -> bool:
    """Whether a line without a text heads a list of its own rather than a text that is set further in."""
    following = next((line for line in below if line.strip()), "")
    return bool(following) and len(following) - len(following.lstrip()) <= depth
