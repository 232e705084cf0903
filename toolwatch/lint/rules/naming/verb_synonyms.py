"""Tools of one server use different verbs for the same thing."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

FAMILIES = (
    ("get", "fetch", "retrieve", "obtain"),
    ("delete", "erase", "destroy"),
    ("update", "edit", "modify"),
)


class VerbSynonyms(ListingRule):
    """Tools of one server use different verbs for the same thing.

    `get_order`, `fetch_invoice` and `retrieve_customer` do the same kind of work, so the verb tells a model
    nothing and the exact name is hard to recall. Choose one verb for one kind of work.

    Source: mcpolish checks it too.
    """

    code = "TW165"
    severity = Severity.INFO
    bad = Listing(
        "shop",
        tools=(
            Tool.of("get_order", "Read one order."),
            Tool.of("fetch_invoice", "Read one invoice."),
            Tool.of("retrieve_customer", "Read one customer."),
        ),
    )
    good = Listing(
        "shop",
        tools=(
            Tool.of("get_shop", "Read the address and the opening hours of one shop."),
            Tool.of("count_visits", "Count yesterday's visits to the web site."),
        ),
    )
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("get_order", "Read one order."),
            Tool.of("search_orders", "Find orders by words in them."),
            Tool.of("delete_order", "Remove one order."),
        ),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        verbs: dict[str, str] = {}
        for tool in listing.tools:
            for part in parts_of(tool.name)[:1]:
                verbs.setdefault(part, tool.name)
        for family in FAMILIES:
            used = [verb for verb in family if verb in verbs]
            if len(used) > 1:
                shown = ", ".join(quote(verbs[verb], 40) for verb in used)
                yield Spot("/tools", f"{' and '.join(used)} stand for the same kind of work: {shown}")
