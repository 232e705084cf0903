"""Two tools resemble each other, and neither says how it differs from the other."""

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
        Tool.of(
            "find_orders",
            "Find orders by customer name.",
            {
                "type": "object",
                "properties": {"query": {"type": "string", "description": "The query as printed on the form"}},
            },
        ),
        Tool.of(
            "search_orders",
            "Search the orders of customers.",
            {
                "type": "object",
                "properties": {"text": {"type": "string", "description": "The text as printed on the form"}},
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
        Tool.of(
            "find_orders",
            "Find orders by customer name.",
            {
                "type": "object",
                "properties": {"query": {"type": "string", "description": "The query as printed on the form"}},
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
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of(
            "find_orders",
            "Find orders by customer name. Unlike a search it needs the exact name.",
            {
                "type": "object",
                "properties": {"query": {"type": "string", "description": "The query as printed on the form"}},
            },
        ),
        Tool.of(
            "search_orders",
            "Search the orders of customers.",
            {
                "type": "object",
                "properties": {"text": {"type": "string", "description": "The text as printed on the form"}},
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


class MissingDistinction(ListingRule):
    """Two tools resemble each other, and neither says how it differs from the other.

    The sentence that tells a pair apart ("for one page use get_page; this one lists all") is the cheapest way to move
    requests to the right tool. Name the neighbour in one of the two, with the fact that decides.

    Source: peers' rules (mcplint-cli); Anthropic's guide to writing tools. Setting: `least`.
    """

    code = "TW184"
    severity = Severity.INFO
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    least: float = 0.5

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for pair in pairs(view, self.least):
            if not told_apart(pair):
                message = (
                    f"resembles {quote(pair.other.tool.name)} (similarity {pair.score:.2f}), and neither "
                    "says when to use which"
                )
                yield Spot("/description", message, pair.names, tool=pair.one.index)
