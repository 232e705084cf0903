"""The tools of one server are named in several styles."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.identifiers import style_of
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class MixedNameStyles(ListingRule):
    """The tools of one server are named in several styles.

    Where `listOrders` stands beside `cancel_order`, models write `list_orders` and the call goes nowhere. Keep to
    one style.

    Source: mcpolish and agent-friend check it too.
    """

    code = "TW164"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(
            Tool.of("list_orders", "List orders."),
            Tool.of("cancel_order", "Cancel an order."),
            Tool.of("refundOrder", "Pay an order back."),
        ),
    )
    good = Listing(
        "shop",
        tools=(
            Tool.of("list_shops", "List the names and addresses of all shops."),
            Tool.of("count_visits", "Count yesterday's visits to the web site."),
        ),
    )
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("list_orders", "List orders."),
            Tool.of("cancel_order", "Cancel an order."),
            Tool.of("ping", "Ping a host."),
        ),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        styles: dict[str, list[str]] = {}
        for tool in listing.tools:
            style = style_of(tool.name)
            if style:
                styles.setdefault(style, []).append(tool.name)
        if len(styles) > 1:
            ranked = sorted(styles.items(), key=lambda one: (-len(one[1]), one[0]))
            shown = ", ".join(f"{len(names)} in {style} (such as {quote(min(names), 40)})" for style, names in ranked)
            yield Spot("/tools", f"names are written in {len(styles)} styles: {shown}")
