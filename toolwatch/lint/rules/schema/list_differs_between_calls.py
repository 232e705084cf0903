"""Asked twice, the server names other tools."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Relisted, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class ListDiffersBetweenCalls(ListingRule):
    """Asked twice, the server names other tools.

    Between two looks at an unchanged server a tool came or went. The revision of 2026-07-28 forbids lists that
    vary by connection, clients cache the first answer, and a reviewer saw another list than the model. Send the
    same list until you announce a change.

    Source: MCP specification 2026-07-28, tools; `toolwatch lint --twice` asks a second time.
    """

    code = "TW1010"
    severity = Severity.WARNING
    bad = Relisted(
        Listing("shop", tools=(Tool.of("ping", "Ping a host."),)),
        Listing("shop", tools=(Tool.of("ping", "Ping a host."), Tool.of("wipe", "Wipe a disk."))),
    )
    good = Relisted(
        Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),)),
        Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),)),
    )
    near_miss = Relisted(
        Listing("shop", tools=(Tool.of("ping", "Ping a host."), Tool.of("beep", "Beep."))),
        Listing("shop", tools=(Tool.of("beep", "Beep."), Tool.of("ping", "Ping a host."))),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        if view.second is None:
            return
        again = {tool.name for tool in view.second.tools}
        for name in sorted(view.names - again):
            yield Spot("/tools", f"the tool {quote(name)} is gone when the list is asked for a second time")
        for name in sorted(again - view.names):
            yield Spot("/tools", f"the tool {quote(name)} comes only when the list is asked for a second time")
