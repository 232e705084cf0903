"""Titles and comments inside schemas: what generators write, and what somebody wrote for a reader."""

from collections.abc import Iterator
from dataclasses import replace

from toolwatch.diff.difference import Difference
from toolwatch.diff.schema.inventory import prose, texts
from toolwatch.diff.words import text_difference
from toolwatch.model.change import Compat, Seen
from toolwatch.model.tool import Json


def remark_difference(label: str, path: str, before: Json, after: Json, name: str = "") -> Iterator[Difference]:
    """What became of a remark of the property ``name``: nothing that matters, or a text that a model is sent too."""
    if not any(is_text(value, name) for value in (before, after)):
        yield Difference(path, before, after, f"{label} changed")
        return
    if all(isinstance(value, str | None) for value in (before, after)):
        for difference in text_difference(label, path, before, after):
            yield _seen(difference)
        return
    yield _seen(Difference(path, before, after, f"{label} changed"))


def is_text(value: Json, name: str = "") -> bool:
    """Whether a remark is more than a name: generators write names of classes, and the property's own name in words."""
    return any(prose(text) and _letters(text) != _letters(name) for text in texts(value))


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _seen(difference: Difference) -> Difference:
    return replace(difference, compat=difference.compat or Compat.SAFE, seen=difference.seen or Seen.YES)
