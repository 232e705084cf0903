"""A text sends the model to a tool that is not in the list."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.model.words import stems, vocabulary

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
_REFERENCE = re.compile(
    r"\b(?i:use|call|using|calling|run|running|invoke|via|with|from|by|see|try|prefer|and"
    r"|then) (?:the )?[`'\"]?(?P<named>[a-zA-Z][a-zA-Z0-9]{0,30}(?:[_-][a-zA-Z0-9]{1,30}){1,6})[`'\"]?"
    r"(?: mcp)? (?:tool|function)\b|\b(?i:use|call|calling"
    r"|invoke) [`'](?P<ticked>[a-z][a-z0-9]{0,30}(?:[_-][a-z0-9]{1,30}){1,6})[`'](?= (?:first|instead|to |before"
    r"|after|for )|[.,;\n])"
)
_WORDS = vocabulary(
    "read-only command-line third-party built-in follow-up real-time full-text open-source one-time non-destructive"
)


def _may(text: str) -> bool:
    return ("_" in text or "-" in text) and ("tool" in text or "function" in text or "`" in text or "'" in text)


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")


def _is_missing(name: str, known: set[str]) -> bool:
    plain = _plain(name)
    if name.lower() in _WORDS or plain in known:
        return False
    return not any(
        plain.endswith(f"_{there}") or there.endswith(f"_{plain}") or f"_{plain}_" in there for there in known
    )


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
        known = {_plain(name) for name in view.names} | {
            _plain(str(entry.get("name", ""))) for entry in listing.prompts
        }
        if len(view.tools) < 2:
            return
        for one in view.tools:
            said = {node.name for node in one.nodes if node.name}
            for match in _REFERENCE.finditer(one.tool.description[:20_000] if _may(one.lower) else ""):
                name = match["named"] or match["ticked"]
                if name not in said and _is_missing(name, known):
                    near = next((there for there in sorted(view.names) if set(stems(there)) == set(stems(name))), "")
                    hint = f"; is it {quote(near)} now?" if near else ""
                    yield Spot(
                        "/description",
                        f"sends the model to {quote(name)}, which is not in the list{hint}",
                        name,
                        tool=one.index,
                    )
                    break
