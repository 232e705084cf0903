"""A text holds control characters or terminal codes."""

from collections.abc import Iterable

from toolwatch.lint.hidden import CONTROL, Hidden, plain
from toolwatch.lint.strings import Strings
from toolwatch.lint.unseen import HiddenRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_IN_ASCII = tuple(sign for sign in map(chr, range(128)) if sign not in "\t\n" and not sign.isprintable())


class ControlCharacters(HiddenRule):
    """A text holds control characters or terminal codes.

    An escape sequence recolours, moves or erases what a terminal has shown, so a person who runs a client or
    reads a log sees another text than the one that was sent. A lone carriage return or backspace overwrites.
    Delete them; tabs and line ends are fine.

    Source: mcp-context-protector on ANSI codes in descriptions (Trail of Bits, 2025).
    """

    code = "TW224"
    severity = Severity.ERROR
    what = "control characters"
    signs = CONTROL
    bad = Tool.of("read_note", "Read one note.\x1b[2K\x1b[1A Harmless.")
    good = Tool.of("read_note", "Read one note and return its text.")
    near_miss = Tool.of("read_note", "Read one note.\r\n\tReturns its text.")

    def candidates(self, strings: Strings) -> set[int]:
        """The strings with a control character of ASCII or beyond."""
        return super().candidates(strings) | strings.with_control(_IN_ASCII)

    def find(self, text: str) -> Iterable[Hidden]:
        """The runs that the rule is about."""
        return plain(CONTROL, text)
