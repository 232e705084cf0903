"""The server declares a list and refuses to give it."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Tool


class DeclaredListRefused(ListingRule):
    """The server declares a list and refuses to give it.

    Its capabilities name prompts or resources, and asking for them is an error. Clients that ask at start show
    the server as broken. Take the capability out, or answer with an empty list.

    Source: MCP specification, lifecycle, capability negotiation.
    """

    code = "TW1027"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        coverage=Coverage(
            surfaces=(SurfaceCoverage(Surface.PROMPTS, declared=True, listed=False, refused="-32601 method not found"),)
        ),
    )
    good = Listing(
        "shop",
        tools=(Tool.of("list_shops", "List the names and addresses of all shops."),),
        coverage=Coverage(surfaces=(SurfaceCoverage(Surface.PROMPTS, declared=True, listed=True),)),
    )
    near_miss = Listing(
        "shop", coverage=Coverage(surfaces=(SurfaceCoverage(Surface.PROMPTS, declared=False, listed=False),))
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for one in listing.coverage.surfaces:
            if one.declared and one.refused:
                yield Spot(
                    f"/capabilities/{one.surface}",
                    f"declares {one.surface} and refuses to list them: {one_line(one.refused, 120)}",
                )
