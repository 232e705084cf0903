"""Two tools have the same title."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class TitleRepeated(ListingRule):
    """Two tools have the same title.

    Clients show the title instead of the name when they ask the user for permission, so the user cannot tell what
    is about to run. Give each tool its own title, or none.

    Source: MCP schema, `BaseMetadata.title`.
    """

    code = "TW176"
    severity = Severity.WARNING
    bad = Listing(
        "shop", tools=(Tool.of("read_note", "Read.", title="Note"), Tool.of("drop_note", "Delete.", title="Note"))
    )
    good = Listing("shop", tools=(Tool.of("read_note", "Read one note by its number.", title="Read a note"),))
    near_miss = Listing("shop", tools=(Tool.of("read_note", "Read."), Tool.of("drop_note", "Delete.")))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        first: dict[str, str] = {}
        for index, tool in enumerate(listing.tools):
            title = tool.title.strip().casefold()
            if title and first.setdefault(title, tool.name) != tool.name:
                where = (
                    "/title" if isinstance(tool.raw.get("title"), str) and tool.raw["title"] else "/annotations/title"
                )
                yield Spot(
                    where, f"has the same title as {quote(first[title], 60)}: {quote(tool.title, 60)}", tool=index
                )
