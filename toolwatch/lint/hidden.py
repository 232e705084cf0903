"""Characters that a person does not see and a model reads: where they stand, and what they spell."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

TAGS = re.compile("[\U000e0000-\U000e007f]+")
ZERO_WIDTH = re.compile("[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0]+")
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]+")
BIDI_MARKS = re.compile("[\u061c\u200e\u200f]+")
VARIATION = re.compile("[\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]+")
CONTROL = re.compile(
    "\x1b\\[[0-9;?]{0,20}[A-Za-z]|\r(?!\n)(?=.)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufff0-\ufffb\ud800-\udfff]"
)
_JOINERS = "\u200c\u200d"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


class Hidden(NamedTuple):
    """A run of hidden characters; ``spells`` is what it says, where that can be read."""

    start: int
    end: int
    characters: str
    spells: str = ""


def tags(text: str) -> Iterator[Hidden]:
    """Tag characters, decoded; the flags of Scotland and the like are spelt with them and are left alone."""
    for match in TAGS.finditer(text):
        if match.start() and text[match.start() - 1] == "\U0001f3f4" and match.end() - match.start() <= 8:
            continue
        spelt = "".join(chr(ord(sign) - 0xE0000) for sign in match.group() if 0xE0020 <= ord(sign) < 0xE007F)
        yield Hidden(match.start(), match.end(), match.group(), spelt)


def zero_width(text: str) -> Iterator[Hidden]:
    """Zero-width characters, but for joiners between letters of scripts that need them, and inside emoji."""
    for match in ZERO_WIDTH.finditer(text):
        if match.group() in _JOINERS and _joins(text, match.start()):
            continue
        yield Hidden(match.start(), match.end(), match.group(), _bits(match.group()))


def variations(text: str) -> Iterator[Hidden]:
    """Variation selectors that select nothing, read as the bytes that such runs smuggle."""
    for match in VARIATION.finditer(text):
        before = text[match.start() - 1] if match.start() else ""
        if len(match.group()) == 1 and before and _varies(before, match.group()):
            continue
        spelt = bytes(_byte(sign) for sign in match.group() if _byte(sign) >= 0).decode("utf-8", "replace")
        yield Hidden(match.start(), match.end(), match.group(), spelt if len(spelt) > 3 and spelt.isprintable() else "")


def bidi(text: str) -> Iterator[Hidden]:
    """Characters that turn the direction of writing; lone marks only where nothing is written from right to left."""
    for match in BIDI.finditer(text):
        yield Hidden(match.start(), match.end(), match.group())
    if not _RIGHT_TO_LEFT.search(text):
        for match in BIDI_MARKS.finditer(text):
            yield Hidden(match.start(), match.end(), match.group())


def plain(pattern: re.Pattern[str], text: str) -> Iterator[Hidden]:
    """Every run of ``pattern``."""
    for match in pattern.finditer(text):
        yield Hidden(match.start(), match.end(), match.group())


def is_left_behind(text: str, run: Hidden) -> bool:
    """Whether it is one soft hyphen between two letters, or a byte order mark that opens the text."""
    if run.characters == "\u00ad":
        return text[run.start - 1 : run.start].isalpha() and text[run.end : run.end + 1].isalpha()
    return run.characters == "\ufeff" and run.start == 0


def named(characters: str) -> str:
    """The code points of a run, the first few."""
    shown = " ".join(f"U+{ord(sign):04X}" for sign in characters[:4])
    return shown + (f" and {len(characters) - 4} more" if len(characters) > 4 else "")


def _joins(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before and after) and not before.isascii() and not after.isascii()


def _bits(run: str) -> str:
    """What a run of two kinds of characters spells, read as bits."""
    kinds = sorted(set(run))
    if len(run) < 16 or len(kinds) != 2:
        return ""
    for one in kinds:
        digits = "".join("1" if sign == one else "0" for sign in run)
        letters = "".join(chr(int(digits[at : at + 8], 2)) for at in range(0, len(digits) - 7, 8))
        if letters.isascii() and letters.isprintable():
            return letters
    return ""


def _varies(before: str, selector: str) -> bool:
    """Whether ``selector`` may follow: emoji and signs take FE0E and FE0F, ideographs and Mongolian have their own."""
    if selector in "\ufe0e\ufe0f":
        return unicodedata.category(before)[0] in "SPN" or before == "\u200d" or not before.isascii()
    return unicodedata.category(before) == "Lo"


def _byte(sign: str) -> int:
    point = ord(sign)
    return point - 0xFE00 if 0xFE00 <= point <= 0xFE0F else point - 0xE0100 + 16 if point >= 0xE0100 else -1
