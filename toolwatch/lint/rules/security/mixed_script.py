"""A word mixes Latin letters with letters of another script that look the same."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.lookalikes import mixed_words, skeleton
from toolwatch.lint.view import Role, Text
from toolwatch.lint.wording import LONGEST
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class MixedScript(TextRule):
    """A word mixes Latin letters with letters of another script that look the same, or is set in styled letters.

    To a reader it is one word, to a model and to every filter another: a way round both. It also happens by keyboard
    slip. Write the word in one script. Left alone are Greek letters in formulas and units, Latin letters of every
    language (the Turkish dotless i is one), and full-width abbreviations beside Han, kana and Hangul; names have rules
    of their own (TW171, TW226).

    Source: Unicode Technical Standard 39, mixed-script detection; Unicode Scripts.txt on what is Latin.
    """

    code = "TW225"
    severity = Severity.ERROR
    roles = frozenset(Role) - {Role.NAME, Role.PROPERTY}
    non_ascii = True
    bad = Tool.of("read_note", "Read one n\u043ete and return its text.")
    good = Tool.of("read_note", "Read one note and return its text.")
    near_miss = Tool.of(
        "read_note", "Read one note (\u0437\u0430\u043c\u0435\u0442\u043a\u0430), 5 \u03bcm and 3 k\u03a9."
    )

    def check_text(self, text: Text) -> Iterator[Spot]:
        whole = text.text[:LONGEST]
        if not whole.isascii() and (words := mixed_words(whole)):
            spelt = " ".join(f"U+{ord(letter):04X}" for letter in words[0] if not letter.isascii())
            plain = quote(skeleton(words[0]))
            yield Spot(
                text.path, f"{quote(words[0])} looks like {plain} but holds {spelt}; write it in one script", words[0]
            )
