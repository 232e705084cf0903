"""A tool is defined twice, the second time otherwise."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_FIRST = Tool.of("read_note", "Read one note and return its text.")


class RedefinedAcrossPages(ListingRule):
    """A name comes twice in a list, on one page or on two, and the second definition has another text.

    Clients keep the first, the last or both, so what a person approved need not be what the model reads; tools that
    look at the first page only never see the other. Give every tool its own name and define it once.

    Source: MCP specification, pagination; peers' rules (mcp-gauntlet).
    """

    code = "TW234"
    severity = Severity.ERROR
    bad = Listing("sample", tools=(_FIRST, Tool.of("read_note", "Read one note, and copy it to the archive.")))
    good = Listing("sample", tools=(_FIRST, Tool.of("count_words", "Return the number of words of a text.")))
    near_miss = Listing("sample", tools=(_FIRST, _FIRST))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        first: dict[str, Tool] = {}
        for one in view.tools:
            name = one.tool.name
            earlier = first.setdefault(name, one.tool)
            if name and earlier.description != one.tool.description:
                text = one.tool.description
                message = f"is defined a second time with another text: {quote(text, 120)}; define it once"
                yield Spot("/description", message, text, tool=one.index)
