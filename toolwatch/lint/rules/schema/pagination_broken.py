"""The pages of the list do not end, or do not lead on."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.inert import one_line
from toolwatch.model.listing import Coverage, Listing, Surface, SurfaceCoverage
from toolwatch.model.tool import Tool

_PAGES = re.compile(r"\b(?:cursors?|nextCursor|pages)\b")


class PaginationBroken(ListingRule):
    """The pages of the list do not end, or do not lead on.

    A cursor repeats, is no string, or the pages go on beyond any sensible number. A client that follows the
    cursor hangs or gives up with part of the list; one that does not follow it sees the first page. Send
    `nextCursor` only while there is more, and a new one each time.

    Source: MCP specification, pagination.
    """

    code = "TW1009"
    severity = Severity.ERROR
    bad = Listing(
        "shop",
        coverage=Coverage(problems=("tools/list page 2 repeats the cursor 'a'; its pages never end",)),
    )
    good = Listing(
        "shop",
        tools=(Tool.of("list_shops", "List the names and addresses of all shops."),),
        coverage=Coverage(surfaces=(SurfaceCoverage(Surface.TOOLS, declared=True, listed=True, pages=3),)),
    )
    near_miss = Listing("shop", coverage=Coverage(problems=("the server closed the connection",)))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        refused = [one.refused for one in listing.coverage.surfaces if one.refused]
        for problem in dict.fromkeys((*listing.coverage.problems, *refused)):
            if _PAGES.search(problem):
                yield Spot("/tools", one_line(problem, 200))
