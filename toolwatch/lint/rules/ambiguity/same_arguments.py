"""Two similar tools take exactly the same arguments: only wording separates them."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.pairs import pairs, shape, told_apart
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
            "Find orders by customer name; for free text use search_orders.",
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


class SameArguments(ListingRule):
    """Two similar tools take exactly the same arguments: only wording separates them.

    Nothing in the call shows which was meant, so a wrong choice goes unnoticed until its effect. Say in each
    description what the other is for, or make one tool with a parameter that names the difference.

    Source: peers' rules (mcplock); measured on the boundary pairs of real suites. Setting: `least`.
    """

    code = "TW183"
    severity = Severity.INFO
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    least: float = 0.55

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for pair in pairs(view, self.least):
            ours = shape(pair.one.tool.input_schema)
            if ours and ours == shape(pair.other.tool.input_schema) and not told_apart(pair):
                message = (
                    f"takes the same arguments as {quote(pair.other.tool.name)}; only wording separates "
                    "them: name the other in each"
                )
                yield Spot("/inputSchema", message, pair.names, tool=pair.one.index)
