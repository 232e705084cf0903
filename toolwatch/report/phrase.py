"""Sentences of ours that quote strangers, kept apart until a format has made the quotes inert."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quote:
    """A stranger's text inside a sentence: a name, a request, a path."""

    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """A whole sentence by another room, of which nobody knows any more which words are a stranger's."""

    text: str


Phrase = tuple[str | Quote | Said, ...]
"""Our words as ``str``, the rest marked."""


def listed(names: Iterable[str], *, most: int = 4) -> Phrase:
    """Quoted names with commas between; past ``most`` only how many more."""
    all_names = list(names)
    parts: list[str | Quote | Said] = []
    for name in all_names[:most]:
        parts += [", " if parts else "", Quote(name)]
    if len(all_names) > most:
        parts.append(f" and {len(all_names) - most} more")
    return tuple(part for part in parts if part)


def count(number: int, noun: str, plural: str = "") -> str:
    """``1 case``, ``2 cases``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def words(phrase: Phrase) -> str:
    """The sentence as bare text, for formats that quote the whole."""
    return "".join(part if isinstance(part, str) else part.text for part in phrase)
