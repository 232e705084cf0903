"""A tool comes on two pages of the list."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Tool


class NameRepeatedAcrossPages(ListingRule):
    """A tool comes on two pages of the list.

    The pages overlap: the cursor skips or repeats, so other tools may never be sent at all. A client that stops
    when it sees a known name loses the rest. Make the cursor point behind the last tool that was sent.

    Source: MCP specification, pagination.
    """

    code = "TW1008"
    severity = Severity.ERROR
    bad = Listing(
        "shop",
        coverage=Coverage(
            surfaces=(SurfaceCoverage(Surface.TOOLS, declared=True, listed=True, pages=3),), duplicates=("ping",)
        ),
    )
    good = Listing(
        "shop",
        tools=(Tool.of("list_shops", "List the names and addresses of all shops."),),
        coverage=Coverage(surfaces=(SurfaceCoverage(Surface.TOOLS, declared=True, listed=True, pages=3),)),
    )
    near_miss = Listing(
        "shop",
        coverage=Coverage(
            surfaces=(SurfaceCoverage(Surface.TOOLS, declared=True, listed=True, pages=1),), duplicates=("ping",)
        ),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        pages = max((one.pages for one in listing.coverage.surfaces if one.surface is Surface.TOOLS), default=0)
        if pages > 1:
            for name in listing.coverage.duplicates:
                yield Spot("/tools", f"the tool {quote(name)} comes more than once on the {pages} pages of the list")
