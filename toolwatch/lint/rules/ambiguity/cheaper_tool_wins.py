"""A tool that needs no arguments stands beside a similar one that needs several."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.pairs import pairs, told_apart
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_BAD = Listing(
    "sample",
    tools=(
        Tool.of("list_orders", "List the orders of customers."),
        Tool.of(
            "search_orders",
            "Search the orders of customers.",
            {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": "The name as printed on the form"},
                    "year": {"type": "integer", "description": "The year as printed on the form"},
                },
                "required": ["name", "year"],
            },
        ),
        Tool.of(
            "get_forecast",
            "Return the weather of the coming days.",
            {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "The city as printed on the form"}},
            },
        ),
    ),
)
_GOOD = Listing(
    "sample",
    tools=(
        Tool.of("list_orders", "List the orders of customers."),
        Tool.of(
            "get_forecast",
            "Return the weather of the coming days.",
            {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "The city as printed on the form"}},
            },
        ),
    ),
)
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of("list_orders", "List the orders of customers. For one year use search_orders."),
        Tool.of(
            "search_orders",
            "Search the orders of customers.",
            {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": "The name as printed on the form"},
                    "year": {"type": "integer", "description": "The year as printed on the form"},
                },
                "required": ["name", "year"],
            },
        ),
        Tool.of(
            "get_forecast",
            "Return the weather of the coming days.",
            {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "The city as printed on the form"}},
            },
        ),
    ),
)


class CheaperToolWins(ListingRule):
    """A tool that needs no arguments stands beside a similar one that needs several.

    Models take the way of least effort: when the request lacks a value, the tool that asks for nothing is called, even
    where the other was meant. Say in the cheap one what it cannot do, or make the other's arguments optional.

    Source: peers' rules (tdqs on shadow candidates). Setting: `least`.
    """

    code = "TW186"
    severity = Severity.INFO
    recommended = False
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    least: float = 0.5

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for pair in pairs(view, self.least):
            for cheap, dear in ((pair.one, pair.other), (pair.other, pair.one)):
                if not cheap.tool.required and len(dear.tool.required) >= 2 and not told_apart(pair):
                    message = (
                        f"needs no argument, the similar {quote(dear.tool.name)} needs "
                        f"{len(dear.tool.required)}; say what this one cannot do"
                    )
                    yield Spot("/description", message, pair.names, tool=cheap.index)
