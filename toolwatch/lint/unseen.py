"""Rules about characters that nobody sees: what they have in common."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.hidden import Hidden, named
from toolwatch.lint.strings import Strings
from toolwatch.lint.view import Text
from toolwatch.lint.wording import LONGEST
from toolwatch.model.finding import Severity

_MARGIN, _RUN, _SPELT = 24, 40, 400


class HiddenRule(TextRule):
    """Reports once for each text what ``find`` finds in it, made visible, and decoded where it spells something.

    ``signs`` matches every character beyond ASCII that ``find`` may find.
    """

    what: ClassVar[str]
    signs: ClassVar[re.Pattern[str]]

    @abstractmethod
    def find(self, text: str) -> Iterable[Hidden]:
        """The runs of hidden characters in ``text``."""

    def candidates(self, strings: Strings) -> set[int]:
        """The strings with such a character."""
        return strings.with_sign(self.signs)

    def check_text(self, text: Text) -> Iterator[Spot]:
        """One finding a text, with the first run quoted where it stands."""
        whole = text.text[:LONGEST]
        found = list(self.find(whole))
        if not found:
            return
        first = found[0]
        times = f" in {len(found)} places" if len(found) > 1 else ""
        around = quote(whole[max(first.start - _MARGIN, 0) : min(first.end, first.start + _RUN) + _MARGIN], 160)
        spelt = "".join(run.spells for run in found)[:_SPELT]
        decoded = f"; decoded it says {quote(spelt, 160)}" if spelt.strip() else ""
        characters = "".join(run.characters for run in found[:50])
        message = f"holds {self.what} ({named(first.characters)}){times}: {around}{decoded}; remove them"
        yield Spot(text.path, message, spelt or characters, severity=self.milder(text, found))

    def milder(self, text: Text, found: Sequence[Hidden]) -> Severity | None:
        """What ``found`` is worth where honest texts hold it too; None for the rule's own severity."""
        return None
