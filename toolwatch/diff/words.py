"""Texts: how values are shown in messages, and what differs between two texts word by word."""

import difflib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.keywords import Reading
from toolwatch.diff.schema.vocabulary import NUMERIC
from toolwatch.model.change import Compat, Seen, Word
from toolwatch.model.inert import one_line
from toolwatch.model.tool import Json

LONGEST = 4000
"""Words of a text that are compared one by one; beyond it only the common start and end are found."""

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")


def quoted(name: str) -> str:
    """A stranger's name for a message, made harmless and short."""
    return f'"{one_line(name, 80)}"'


def shown(value: Json, limit: int = 60) -> str:
    """A value for a message, made harmless and short."""
    try:
        return one_line(json.dumps(value, ensure_ascii=False, sort_keys=True), limit)
    except RecursionError:
        return "a value that is nested too deeply to be shown"


_MEANING = {
    "items": "what each item must be",
    "prefixItems": "what the first items must be",
    "contains": "what some item must be",
    "propertyNames": "how properties may be called",
    "patternProperties": "what properties of some names must be",
    "not": "what it must not be",
    "if": "what it must be on a condition",
    "then": "what it must be where a condition holds",
    "else": "what it must be where a condition does not hold",
    "allOf": "all of what it must be",
    "anyOf": "which forms it may have",
    "oneOf": "which forms it may have, one at a time",
    "dependentSchemas": "what it must be where some properties are given",
    "dependentRequired": "which properties go together",
    "unevaluatedItems": "what all other items must be",
}


def explained(keyword: str) -> str:
    """A keyword of JSON Schema with what it says, for those who do not know it."""
    return f"{keyword} ({_MEANING[keyword]})" if keyword in _MEANING else keyword


def counted(number: int, noun: str) -> str:
    """How many there are: ``1 text``, ``2 texts``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(values: Sequence[Json]) -> str:
    """Some values for a message; the first few of many."""
    rest = f" and {len(values) - 6} more" if len(values) > 6 else ""
    return ", ".join(shown(value) for value in values[:6]) + rest


def type_names(atoms: Iterable[str]) -> list[str]:
    """The names of types, ``number`` where both of its halves are there."""
    found = set(atoms)
    if found >= NUMERIC:
        found = (found - NUMERIC) | {"number"}
    return sorted("non-integer number" if atom == "fraction" else atom for atom in found)


def written(value: Json) -> Json:
    """A value of a reading as JSON."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {key: written(child) for key, child in value.items()}
    return value


def reading_value(reading: Reading, keyword: str) -> Json:
    """A keyword of a reading as JSON, None where it is absent."""
    return written(reading.get(keyword))


def text_of(value: Json) -> str:
    """A text field; what is no string reads as empty."""
    return value if isinstance(value, str) else ""


def spaced(text: str) -> str:
    """The text without what neither people nor models read: runs of blanks, indentation, blanks at either end."""
    return _BLANKS.sub(" ", text).strip(" ")


def text_difference(label: str, path: str, before: Json, after: Json) -> Iterator[Difference]:
    """What became of a text: the same in another Unicode form, other blanks only, or other words."""
    old, new = text_of(before), text_of(after)
    if old == new:
        return
    if unicodedata.normalize("NFC", old) == unicodedata.normalize("NFC", new):
        message = f"{label} is the same text in another Unicode form"
        yield Difference(path, before, after, message, seen=Seen.COSMETIC, compat=Compat.NONE)
    elif spaced(unicodedata.normalize("NFC", old)) == spaced(unicodedata.normalize("NFC", new)):
        message = f"{label} differs in blanks only"
        yield Difference(path, before, after, message, seen=Seen.COSMETIC)
    else:
        verb = "came" if not old else "is gone" if not new else "changed"
        yield Difference(path, before, after, f"{label} {verb}", words=words(old, new))


def words(before: str, after: str) -> tuple[Word, ...]:
    """A word-level diff: runs that stayed, went and came."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
    runs = [
        Word("same", "".join(old[:start])),
        *_middle(middle_old, middle_new),
        Word("same", "".join(old[len(old) - end :])),
    ]
    return tuple(_joined(run for run in runs if run.text))


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    length = 0
    for own, other in zip(old, new, strict=False):
        if own != other:
            break
        length += 1
    return length


def _middle(old: list[str], new: list[str]) -> Iterator[Word]:
    if len(old) + len(new) > LONGEST:
        yield Word("gone", "".join(old))
        yield Word("new", "".join(new))
        return
    for op, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if op == "equal":
            yield Word("same", "".join(old[i:j]))
        else:
            yield Word("gone", "".join(old[i:j]))
            yield Word("new", "".join(new[k:m]))


def _joined(runs: Iterable[Word]) -> Iterator[Word]:
    """Neighbouring runs of one kind as one; a lone blank between two changes belongs to both."""
    waiting: list[Word] = []
    for run in runs:
        if waiting and waiting[-1].op == run.op:
            waiting[-1] = Word(run.op, waiting[-1].text + run.text)
        else:
            waiting.append(run)
    yield from waiting
