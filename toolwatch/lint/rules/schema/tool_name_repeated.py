"""Two tools of one server have the same name."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class ToolNameRepeated(ListingRule):
    """Two tools of one server have the same name.

    Clients keep one of them, some the first and some the last, and providers refuse the request. Which tool a
    model's call reaches is chance. Give each its own name.

    Source: MCP specification, tool names are unique within a server; agent-friend checks it too.
    """

    code = "TW1007"
    severity = Severity.ERROR
    bad = Listing("shop", tools=(Tool.of("ping", "Ping a host."), Tool.of("ping", "Ping a printer.")))
    good = Listing(
        "shop",
        tools=(
            Tool.of("list_shops", "List the names and addresses of all shops."),
            Tool.of("count_visits", "Count yesterday's visits to the web site."),
        ),
    )
    near_miss = Listing("shop", tools=(Tool.of("ping", "Ping a host."), Tool.of("ping_printer", "Ping a printer.")))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        first: dict[str, int] = {}
        for index, tool in enumerate(listing.tools):
            if not tool.name:
                continue
            if tool.name in first:
                yield Spot(
                    "/name",
                    f"tools {first[tool.name]} and {index} of the list are both called {quote(tool.name)}",
                    tool=index,
                )
            first.setdefault(tool.name, index)
