"""A tool that reaches the internet has `openWorldHint: false`."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_OUTSIDE = re.compile(
    r"\b(?:search(?:es)?|brows(?:e|es)|scrap(?:e|es)|crawl(?:s)?|quer(?:y|ies)|surf(?:s)?) (?:the )?(?:web|internet)\b"
    r"|\b(?:fetch(?:es)?|download(?:s)?|retrieve(?:s)?) (?:the )?(?:content of )?(?:an?|any|the) (?:web ?page|url"
    r"|web ?site)\b"
    r"|\bfrom the (?:public )?internet\b",
    re.IGNORECASE,
)
_PIECES = ("web", "internet", "url")
_FETCHES = re.compile(r"fetch|download|browse|navigate|scrape|crawl", re.IGNORECASE)
_ADDRESSES = frozenset({"url", "urls", "website"})


class ClosedWorldContradicted(ToolRule):
    """A tool that reaches the internet has `openWorldHint: false`.

    A closed world means that nothing a stranger wrote can come back. Clients that guard against injected text
    trust that and drop the guard. Set it to true for anything that fetches pages or talks to people outside.

    Source: MCP schema, ToolAnnotations.
    """

    code = "TW248"
    severity = Severity.WARNING
    fields = frozenset({"openWorldHint"})
    bad = Tool.of("search_web", "Search the web for pages on a subject.", annotations={"openWorldHint": False})
    good = Tool.of(
        "search_web", "Search the web for pages on a subject, best first.", annotations={"openWorldHint": True}
    )
    near_miss = Tool.of(
        "search_notes",
        "Search the notes in the local folder; links to the web are kept.",
        annotations={"openWorldHint": False},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        if tool.annotations.get("openWorldHint") is not False:
            return
        said = _OUTSIDE.search(tool.description[:20_000]) if holds(view.lower, _PIECES) else None
        address = next((node.name for node in view.inputs if node.name.lower() in _ADDRESSES), "")
        if said or (address and _FETCHES.search(tool.name)):
            why = quote(said.group()) if said else f"it takes {quote(address)}"
            yield Spot("/annotations/openWorldHint", f"is false, but {why} reaches strangers' text; set it to true")
