"""Makes a stranger's text harmless to look at: what a terminal or a reader would not see is spelt out."""

import re
import unicodedata

_HIDDEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]"
)


def visible(text: str) -> str:
    r"""Return ``text`` with control, bidi, zero-width, tag, variation and private-use characters as ``\u{..}``.

    Newlines are spelt out too; a caller that keeps lines apart splits first. Tabs stay.
    """
    return _HIDDEN.sub(lambda match: _spelt(match.group()), text)


def told_apart(text: str, other: str) -> str:
    r"""``text`` with the characters as ``\u{..}`` by which a reader cannot tell it from ``other``.

    These are blanks of other kinds, and letters in the place of plain ones where the two are else nearly the same word;
    an accent is seen.
    """
    alike = len(text) == len(other) and 2 * sum(map(str.__eq__, text, other)) >= len(text) - 1
    return "".join(
        _spelt(char) if _ODD_BLANK.match(char) or (alike and _passes_for(char, other[at])) else char
        for at, char in enumerate(text)
    )


_ODD_BLANK = re.compile(r"[^\S \t\r\n\f\v]")


def _passes_for(char: str, plain: str) -> bool:
    parts = unicodedata.normalize("NFD", char)
    accented = parts[0].isascii() and all(map(unicodedata.combining, parts[1:]))
    return char.isalnum() and plain.isalnum() and plain.isascii() and not accented


def _spelt(char: str) -> str:
    return f"\\u{{{ord(char):x}}}"


def unlinked(text: str) -> str:
    r"""Plain text of a SARIF message in which no reader finds a link: nothing but ``](`` makes one, or escapes it.

    Source: SARIF 2.1.0, 3.11.6, messages with embedded links.
    """
    return text.replace("](", "]\\u{28}")


def mended(text: str) -> str:
    """``text`` with U+FFFD for each half of a character (a lone surrogate), which no file and no terminal can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def one_line(text: str, limit: int = 0) -> str:
    """``visible`` with newlines as ``⏎``, cut to ``limit`` characters with an ellipsis when that is above 0."""
    line = visible(text.replace("\r\n", "\n").replace("\n", "⏎").replace("\t", " "))
    return line[: limit - 1] + "…" if 0 < limit < len(line) else line
