"""A text turns the direction of writing."""

import re
from collections.abc import Iterable

from toolwatch.lint.hidden import BIDI, BIDI_MARKS, Hidden, bidi
from toolwatch.lint.unseen import HiddenRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class BidiCharacters(HiddenRule):
    """A text turns the direction of writing.

    Overrides and isolates (U+202A to U+202E, U+2066 to U+2069) show a sentence in another order than the one
    that a model reads: a reviewer approves one text and the model gets the other. Delete them. Marks inside
    Arabic or Hebrew text are left alone.

    Source: Trojan Source (CVE-2021-42574).
    """

    code = "TW221"
    severity = Severity.ERROR
    what = "characters that turn the direction of writing"
    signs = re.compile(f"{BIDI.pattern}|{BIDI_MARKS.pattern}")
    bad = Tool.of("read_note", "Read one \u202enote\u202c and return its text.")
    good = Tool.of("read_note", "Read one note and return its text.")
    near_miss = Tool.of("read_note", "\u200fקרא פתק אחד\u200f והחזר את הטקסט")

    def find(self, text: str) -> Iterable[Hidden]:
        """The runs that the rule is about."""
        return bidi(text)
