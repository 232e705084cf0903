"""All different strings of a listing in columns: rules ask a column where to look instead of looking at each string."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple

from toolwatch.lint.flow import NAMES, gathered
from toolwatch.lint.pieces import folded, holds
from toolwatch.lint.texts import SHORTEST_SENTENCE, Role, Text
from toolwatch.lint.view import ListingView

_WORD = re.compile("[a-z]+")
_LETTERS = bytes(sign if chr(sign) in "\nabcdefghijklmnopqrstuvwxyz" else 32 for sign in range(256))
"""Turns every other byte of a text into a space."""
_SEPARATOR = "\0"
_FEW = 2_000
_TELLING = 3
"""Letters from which on a run stands in few words."""


class Group(NamedTuple):
    """One string in one role, and every place where it stands: the tool's index (None outside the tools) and path."""

    role: Role
    text: str
    places: list[tuple[int | None, Text]]


@dataclass
class Strings:
    """The different strings of a listing; what is found is given as numbers of ``groups``."""

    groups: list[Group] = field(default_factory=list)

    @classmethod
    def of(cls, texts: Iterable[tuple[int | None, Text]]) -> "Strings":
        """Gather equal strings."""
        known: dict[tuple[str, str], Group] = {}
        for index, text in texts:
            group = known.get((text.text, text.role))
            if group is None:
                group = known[text.text, text.role] = Group(text.role, text.text, [])
            group.places.append((index, text))
        return cls(list(known.values()))

    @cached_property
    def plain(self) -> list[str]:
        """The strings as rules read them, without difference of case: what a pattern matches, stands here too."""
        found = [folded(one.text) for one in self.groups]
        names = (n for n, one in enumerate(self.groups) if one.role in NAMES and len(one.text) >= SHORTEST_SENTENCE)
        for number in chain(self._spare, names):
            one = self.groups[number]
            found[number] = folded(gathered(one.text, one.role))
        return found

    @cached_property
    def by_word(self) -> dict[str, list[int]]:
        """Where a run of ASCII letters stands (``don't`` gives ``don`` and ``t``), without difference of case."""
        rows = "\n".join(text.replace("\n", " ") for text in self.plain)
        letters = rows.encode("utf-8", "surrogatepass").translate(_LETTERS).decode("ascii")
        found: dict[str, list[int]] = {}
        for number, row in enumerate(letters.split("\n")):
            for word in set(row.split()):
                found.setdefault(word, []).append(number)
        return found

    @cached_property
    def beyond_ascii(self) -> frozenset[int]:
        """The strings with a character that is not ASCII."""
        return frozenset(number for number, one in enumerate(self.groups) if not one.text.isascii())

    @cached_property
    def by_sign(self) -> dict[str, list[int]]:
        """Where a character stands that is not ASCII."""
        found: dict[str, list[int]] = {}
        for number in sorted(self.beyond_ascii):
            for sign in set(self.groups[number].text):
                if sign > "\x7f":
                    found.setdefault(sign, []).append(number)
        return found

    def with_run(self, least: int, among: Iterable[int]) -> set[int]:
        """Those ``among`` the strings that have a run of ``least`` characters and more without white space."""
        texts = ((number, self.groups[number].text) for number in among)
        return {
            number for number, text in texts if len(text) >= least and max(map(len, text.split()), default=0) >= least
        }

    def with_space(self, least: int) -> set[int]:
        """The strings with ``least`` or more white-space characters beyond one between words.

        With 0 also those whose words are parted by one character that is no blank, such as a line end.
        """
        return {number for number, spare in self._spare.items() if spare >= least}

    @cached_property
    def _spare(self) -> dict[int, int]:
        """How much white space a string has beyond one between words, where it has any but single blanks."""
        found = {}
        for number, one in enumerate(self.groups):
            text = one.text
            if "  " in text or "\n" in text or not text.isprintable() or text[:1].isspace() or text[-1:].isspace():
                runs = text.split()
                found[number] = len(text) - sum(map(len, runs)) - max(len(runs) - 1, 0)
        return found

    def with_control(self, signs: Sequence[str]) -> set[int]:
        """The strings with one of ``signs``, which are not printable; ``plain`` has blanks for some of them."""
        texts = {number: self.groups[number].text for number in self._spare}
        together = "".join(texts.values())
        held = [sign for sign in signs if sign in together]
        return {number for number, text in texts.items() if holds(text, held)} if held else set()

    def longer(self, least: int) -> set[int]:
        """The strings of more than ``least`` characters."""
        return {number for number, one in enumerate(self.groups) if len(one.text) > least}

    def matching(self, pattern: re.Pattern[str]) -> set[int]:
        """The strings that ``pattern`` matches in lower case; it must not match white space."""
        written, ends = self._written
        return {bisect_right(ends, match.start()) for match in pattern.finditer(written)}

    def with_sign(self, signs: re.Pattern[str]) -> set[int]:
        """The strings with a character beyond ASCII that ``signs`` matches."""
        found = (numbers for sign, numbers in self.by_sign.items() if signs.match(sign))
        return set(chain.from_iterable(found))

    def with_word(self, words: Iterable[str]) -> set[int]:
        """The strings that hold one of ``words``, lower-case runs of ASCII letters."""
        return set(chain.from_iterable(self.by_word.get(word, ()) for word in words))

    def with_piece(self, pieces: Sequence[str], among: Collection[int]) -> set[int]:
        """Those ``among`` the strings that hold one of ``pieces`` without difference of case, inside of words too.

        Among few each is looked at; else the pieces are looked up, which costs little for each.
        """
        if len(among) <= _FEW:
            plain = self.plain
            return {number for number in among if holds(plain[number], pieces)}
        return set(chain.from_iterable(map(self._holding, pieces))).intersection(among)

    def _holding(self, piece: str) -> Iterable[int]:
        """A piece with a run of letters is looked up among the words, another one in all that is written."""
        letters = max(_WORD.findall(piece), key=len, default="")
        if len(letters) < _TELLING:
            return self._anywhere(piece)
        found = self.with_word(self._words_around(letters))
        return found if letters == piece else (number for number in found if piece in self.plain[number])

    def _words_around(self, letters: str) -> Iterator[str]:
        vocabulary = self._vocabulary
        at = vocabulary.find(letters)
        while at >= 0:
            end = vocabulary.find(_SEPARATOR, at)
            yield vocabulary[vocabulary.rfind(_SEPARATOR, 0, at) + 1 : end]
            at = vocabulary.find(letters, end)

    def _anywhere(self, piece: str) -> Iterator[int]:
        written, ends = self._written
        at = written.find(piece)
        while at >= 0:
            number = bisect_right(ends, at)
            yield number
            at = written.find(piece, ends[number])

    @cached_property
    def _vocabulary(self) -> str:
        return "".join(word + _SEPARATOR for word in self.by_word)

    @cached_property
    def _written(self) -> tuple[str, list[int]]:
        """All strings, a line end behind each, and where each ends."""
        rows = [text + "\n" for text in self.plain]
        return "".join(rows), list(accumulate(map(len, rows)))


def strings_of(view: ListingView) -> Strings:
    """Every different string of the tools and of the rest; gathered once for each view, as a cached property is."""
    kept: dict[str, Strings] = vars(view)
    if "_strings" not in kept:
        outside: Iterator[tuple[int | None, Text]] = ((None, text) for text in view.texts)
        kept["_strings"] = Strings.of(chain(((one.index, text) for one in view.tools for text in one.texts), outside))
    return kept["_strings"]
