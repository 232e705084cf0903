"""A text holds characters of no width."""

from collections.abc import Iterable, Sequence

from toolwatch.lint.hidden import ZERO_WIDTH, Hidden, is_left_behind, zero_width
from toolwatch.lint.unseen import HiddenRule
from toolwatch.lint.view import PROSE, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ZeroWidthCharacters(HiddenRule):
    """A text holds characters of no width.

    Zero-width spaces and joiners cut words so that filters and searches miss them, mark a text, or spell a message in
    bits; a person sees nothing. Models see them as tokens. Delete them. Joiners inside emoji and in scripts that need
    them (Persian, Hindi and others) are left alone. In prose, soft hyphens inside of words and a byte order mark that
    opens a text are what typesetting and editors leave behind: a warning, since rules about wording read through them.

    Source: Unicode Technical Standard 39; peers' rules (toolgate-pin, mcp-placard).
    """

    code = "TW219"
    severity = Severity.ERROR
    what = "zero-width characters"
    signs = ZERO_WIDTH
    bad = Tool.of("read_note", "Read one no\u200bte and ret\u200durn its text.")
    good = Tool.of("read_note", "Read one note and return its text.")
    near_miss = Tool.of("read_note", "Read one note \U0001f468\u200d\U0001f469\u200d\U0001f467 and return its text.")

    def find(self, text: str) -> Iterable[Hidden]:
        """The runs that the rule is about."""
        return zero_width(text)

    def milder(self, text: Text, found: Sequence[Hidden]) -> Severity | None:
        """Nothing but what honest tools leave behind in prose."""
        mild = text.role in PROSE and all(is_left_behind(text.text, run) for run in found)
        return Severity.WARNING if mild else None
