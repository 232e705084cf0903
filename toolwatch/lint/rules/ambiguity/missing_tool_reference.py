"""A text sends the model to a tool that is not in the list."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.effects import VERBS
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.model.words import stems, vocabulary, words

_BAD = Listing(
    "sample",
    tools=(
        Tool.of("read_note", "Return one note. Call the list_folders tool first to find its number."),
        Tool.of("count_visits", "Return how often a page was opened."),
    ),
)
_GOOD = Listing(
    "sample",
    tools=(
        Tool.of("read_note", "Return one note. Call the list_notes tool first to find its number."),
        Tool.of("list_notes", "Return the number and title of all notes."),
    ),
)
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of("read_note", "Return one note; folder_name tells where it is."),
        Tool.of("count_visits", "Return how often a page was opened."),
    ),
)
_NAME = r"[`'\"]?(?P<name>[a-zA-Z][a-zA-Z0-9]{0,30}(?:[_-][a-zA-Z0-9]{1,30}){1,6})[`'\"]?"
_SENT = re.compile(
    r"\b(?:use|call|using|calling|run|running|invoke|via|with|from|by|see|try|prefer|and|then) (?:the )?"
    + _NAME
    + r"(?: mcp)?$",
    re.IGNORECASE,
)
_REACH = 320
_CALLED = re.compile(
    r"\b(?P<verb>[Uu]se|[Cc]all|[Cc]alling|[Ii]nvoke|[Pp]refer|[Ss]ee|[Tt]ry|[Rr]un) "
    r"[`'](?P<name>[a-z][a-z0-9]{0,30}(?:[_-][a-z0-9]{1,30}){1,6})[`'](?P<after> (?:first|instead)\b)?"
)
_WORDS = vocabulary(
    "read-only command-line third-party built-in follow-up real-time full-text open-source one-time non-destructive"
)


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")


class _Known:
    """The names that are there, and their parts: clients and authors put a prefix before a name, or leave it out."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = {_plain(name): name for name in sorted(names)}

    @cached_property
    def parts(self) -> set[str]:
        """Every run of whole words of every name."""
        words = [name.split("_")[:12] for name in self.names]
        return {
            "_".join(name[start:end])
            for name in words
            for start in range(len(name))
            for end in range(start + 1, len(name) + 1)
        }

    @cached_property
    def by_stems(self) -> dict[frozenset[str], str]:
        """A name by the stems of its words."""
        return {frozenset(stems(name)): name for name in reversed(self.names.values())}

    def lacks(self, name: str) -> bool:
        """Whether ``name`` is no tool here, with or without a prefix."""
        plain = _plain(name)
        if plain in self.names or name.lower() in _WORDS:
            return False
        pieces = plain.split("_")
        return plain not in self.parts and not any("_".join(pieces[at:]) in self.names for at in range(1, len(pieces)))


class MissingToolReference(ListingRule):
    """A text sends the model to a tool that is not in the list.

    "First call list_projects": the tool was renamed, removed, or is switched off in this configuration. A model
    then calls a name that does not exist, or gives up. Use the name that is there, or leave the sentence out
    when the tool is.

    Source: observed on real servers; peers' rules (mcp-toolguard on cross references).
    """

    code = "TW191"
    severity = Severity.WARNING
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        if len(view.tools) < 2:
            return
        known = _Known([*view.names, *(str(entry.get("name", "")) for entry in listing.prompts)])
        for one in view.tools:
            if name := _missing(one, known):
                near = known.by_stems.get(frozenset(stems(name)), "")
                hint = f"; is it {quote(near)} now?" if near else ""
                message = f"sends the model to {quote(name)}, which is not in the list{hint}"
                yield Spot("/description", message, name, tool=one.index)


def _missing(one: ToolView, known: _Known) -> str:
    """The first tool that the description sends to and that is not there; an empty string for none."""
    absent = (name for name in _named(one.tool.description[:20_000]) if known.lacks(name))
    return next((name for name in absent if all(name != node.name for node in one.nodes)), "")


def _named(text: str) -> Iterator[str]:
    """Names that the text calls tools, or tells to call."""
    if "_" not in text and "-" not in text:
        return
    for noun in (" tool", " function"):
        at = text.find(noun)
        while at >= 0:
            end = at + len(noun)
            match = None if text[end : end + 1].isalnum() else _SENT.search(text[max(at - _REACH, 0) : at])
            if match and not _is_adjective(match["name"]):
                yield match["name"]
            at = text.find(noun, end)
    for match in _CALLED.finditer(text) if holds(text, (" `", " '")) else ():
        if match["after"] or match["verb"].lower() in _CALLS or words(match["name"])[0] in VERBS:
            yield match["name"]


def _is_adjective(name: str) -> bool:
    """``domain-specific`` and ``Kubernetes-native`` are words of English, though they look like names."""
    return name.lower() in _WORDS or name.lower().endswith(_ENDINGS)


_CALLS = ("call", "calling", "invoke")
_ENDINGS = (
    "-specific",
    "-native",
    "-based",
    "-like",
    "-related",
    "-driven",
    "-only",
    "-level",
    "-wide",
    "-aware",
    "-side",
)
