"""What a text becomes when its white space and its hidden characters are cleaned."""

import re
from collections.abc import Iterator

from toolwatch.lint import hidden

_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")
_LINE_END = re.compile(r"[ \t]+$", re.MULTILINE)


def without_indentation(text: str) -> str:
    """The lines behind the first moved left by what all of them are indented, as ``inspect.cleandoc`` does."""
    first, *rest = text.split("\n")
    full = [line for line in rest if line.strip()]
    if not full:
        return text
    margin = min(len(line) - len(line.lstrip(" \t")) for line in full)
    return "\n".join((first, *(line[margin:] if line.strip() else "" for line in rest)))


def without_waste(text: str) -> str:
    """No white space around, none at line ends, one blank line in place of several."""
    tidy = "\n".join(line.rstrip(" \t") for line in text.strip().split("\n"))
    return _BLANK_LINES.sub("\n\n", tidy)


def without_hidden(text: str) -> str:
    """Without the characters that nobody sees; joiners and selectors that a script or an emoji needs stay."""
    for start, end in sorted({(one.start, one.end) for one in _found(text)}, reverse=True):
        text = text[:start] + text[end:]
    return text


def _found(text: str) -> Iterator[hidden.Hidden]:
    if text.isascii() and text.isprintable():
        return
    yield from hidden.tags(text)
    yield from hidden.zero_width(text)
    yield from hidden.variations(text)
    yield from hidden.bidi(text)
    yield from hidden.plain(hidden.CONTROL, text)
