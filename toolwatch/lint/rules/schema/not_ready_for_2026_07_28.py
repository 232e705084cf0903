"""The list uses what the revision of 2026-07-28 removed."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class NotReadyFor20260728(ListingRule):
    """The list uses what the revision of 2026-07-28 removed.

    `execution` is gone from tools, and roots, sampling and logging are deprecated. Clients of the new revision
    ignore them; a server that relies on them behaves differently there. Plan the move.

    Source: MCP specification 2026-07-28, changelog; SEP-2577.
    """

    code = "TW1022"
    severity = Severity.INFO
    recommended = False
    bad = Listing("shop", tools=(Tool.of("ping", "Ping.", execution={"taskSupport": "optional"}),))
    good = Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),))
    near_miss = Listing("shop", capabilities={"tools": {"listChanged": True}})

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        users = [tool.name for tool in listing.tools if "execution" in tool.raw]
        if users:
            yield Spot("/tools", f"{len(users)} tools carry execution, which the revision of 2026-07-28 removed")
        for name in ("roots", "sampling", "logging"):
            if name in listing.capabilities:
                yield Spot(f"/capabilities/{name}", f"the capability {name} is deprecated since 2026-07-28")
