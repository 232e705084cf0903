"""A name holds the separator that clients put between server and tool."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class SeparatorInName(ListingRule):
    """A name holds the separator that clients put between server and tool.

    Claude Code joins `mcp__server__tool` and others take it apart again at `__`; a name that has two underscores
    in it is cut at the wrong place, in permission rules and in logs. Use one underscore.

    Source: Claude Code documentation, permission rules for MCP tools.
    """

    code = "TW292"
    severity = Severity.WARNING
    bad = Listing("shop", tools=(Tool.of("stock__levels", "Count what is on the shelves."),))
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("_stock_levels_", "Count what is on the shelves."),))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for index, tool in enumerate(listing.tools):
            if "__" in tool.name.strip("_"):
                yield Spot(
                    "/name",
                    f"the name {quote(tool.name, 70)} has __, which clients take for their separator",
                    tool=index,
                )
