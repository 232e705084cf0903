"""An entry of a list is no object."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Coverage, InvalidEntry, Listing, Surface
from toolwatch.model.tool import Tool


class ToolNotObject(ListingRule):
    """An entry of a list is no object.

    A list of tools, prompts or resources holds something that is not a JSON object. A typed client refuses the
    whole page over it, so every tool on that page disappears; a lenient one drops the entry without a word. Send
    only objects.

    Source: MCP schema, `ListToolsResult`.
    """

    code = "TW101"
    severity = Severity.ERROR
    bad = Listing("shop", coverage=Coverage(invalid=(InvalidEntry(Surface.TOOLS, 1, "is no object", "stock_levels"),)))
    good = Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),))
    near_miss = Listing("shop", coverage=Coverage(invalid=(InvalidEntry(Surface.TOOLS, 1, "has no name", {"a": 1}),)))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for entry in listing.coverage.invalid:
            if not isinstance(entry.raw, dict):
                sent = quote(json.dumps(entry.raw), 60)
                yield Spot(f"/{entry.surface}/{entry.index}", f"an entry of {entry.surface} is no object but {sent}")
