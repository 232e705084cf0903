"""Asked twice, the server sends its tools in another order."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Relisted, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class OrderNotStable(ListingRule):
    """Asked twice, the server sends its tools in another order.

    The order is part of the prompt: it moves what a model picks, and every shuffle misses the provider's prompt
    cache, so each request costs in full. Sort the list, or keep the order of registration.

    Source: MCP specification 2026-07-28 (lists should be in a deterministic order); oh-my-pi issue 890.
    """

    code = "TW1011"
    severity = Severity.WARNING
    bad = Relisted(
        Listing("shop", tools=(Tool.of("ping", "Ping a host."), Tool.of("beep", "Beep."))),
        Listing("shop", tools=(Tool.of("beep", "Beep."), Tool.of("ping", "Ping a host."))),
    )
    good = Relisted(
        Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),)),
        Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),)),
    )
    near_miss = Relisted(
        Listing("shop", tools=(Tool.of("ping", "Ping a host."),)),
        Listing("shop", tools=(Tool.of("beep", "Beep."), Tool.of("ping", "Ping a host."))),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        if view.second is None:
            return
        first, again = ([tool.name for tool in one.tools] for one in (listing, view.second))
        if first != again and sorted(first) == sorted(again):
            moved = next(name for name, other in zip(first, again, strict=True) if name != other)
            yield Spot("/tools", f"the order differs when the list is asked for a second time, first at {quote(moved)}")
