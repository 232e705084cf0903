"""A text holds characters that have no meaning in public."""

from collections.abc import Iterable

from toolwatch.lint.hidden import PRIVATE, Hidden, plain
from toolwatch.lint.unseen import HiddenRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class PrivateUseCharacters(HiddenRule):
    """A text holds characters that have no meaning in public.

    Private-use characters mean what two parties agreed on: nothing to a reader, and to a model whatever it was trained
    on. They come from icon fonts, or hide a signal. Use a word or a public sign.

    Source: Unicode Standard, section 23.5; peers' rules (toolgate-pin).
    """

    code = "TW223"
    severity = Severity.ERROR
    what = "private-use characters"
    signs = PRIVATE
    bad = Tool.of("read_note", "Read one note \ue0a0 and return its text.")
    good = Tool.of("read_note", "Read one note and return its text.")
    near_miss = Tool.of("read_note", "Read one note \u2192 and return its text.")

    def find(self, text: str) -> Iterable[Hidden]:
        """The runs that the rule is about."""
        return plain(PRIVATE, text)
