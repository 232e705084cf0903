"""Controls for one edit: texts that mean nothing, on top of what it wrote and in its place."""

from collections.abc import Mapping
from functools import partial
from itertools import cycle

from toolwatch.affected.placebos import NEUTRAL, TEXTS, Placebo, described
from toolwatch.model.listing import Listing


def on_top(after: Listing, tool: str) -> tuple[Placebo, ...]:
    """The edited list with one tool's text changed in a way that means nothing; none where it has no such tool.

    A case that went to that tool and is right again under one of them was not moved by what the edit says.
    """
    if after.tool(tool) is None:
        return ()
    return tuple(Placebo(what, described(after, tool, change), tool) for what, change in TEXTS)


def in_place(before: Listing, after: Listing) -> Placebo | None:
    """The list before the edit, with as much text that means nothing wherever the edit wrote some.

    A case that goes wrong under it, too, is moved by the tools having any more text, not by what the edit says. There
    is none where the edit wrote nothing or cut.
    """
    grown = _grown(before, after)
    listing = before
    for name, words in grown.items():
        listing = described(listing, name, partial(_padded, words))
    one = next(iter(grown)) if len(grown) == 1 else ""
    return Placebo("as much neutral text instead", listing, one) if grown else None


def _grown(before: Listing, after: Listing) -> Mapping[str, int]:
    """By how many words the description of each tool grew, in the order of the list; only those that did."""
    grown = {}
    for tool in before.tools:
        new = after.tool(tool.name) if tool.name else None
        words = len(new.description.split()) - len(tool.description.split()) if new is not None else 0
        if words > 0:
            grown[tool.name] = words
    return grown


def _padded(words: int, text: str) -> str:
    """The text with neutral sentences of about so many words."""
    added: list[str] = []
    for sentence in cycle(NEUTRAL):
        if len(added) >= words:
            return f"{text.rstrip()} {' '.join(added)}"
        added += sentence.split()
    return text
