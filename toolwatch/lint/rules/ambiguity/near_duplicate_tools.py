"""Two tools are so alike, by name, text and parameters, that requests will go to either."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.pairs import pairs
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_BAD = Listing(
    "sample",
    tools=(
        Tool.of(
            "list_user_notes",
            "List the notes of one user, newest first, with their dates.",
            {
                "type": "object",
                "properties": {"user": {"type": "string", "description": "The user as printed on the form"}},
            },
        ),
        Tool.of(
            "list_notes_user",
            "List the notes of a user, newest first, with the dates.",
            {
                "type": "object",
                "properties": {"user": {"type": "string", "description": "The user as printed on the form"}},
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
        Tool.of(
            "book_table",
            "Reserve seats in a restaurant.",
            {
                "type": "object",
                "properties": {"seats": {"type": "integer", "description": "The seats as printed on the form"}},
            },
        ),
    ),
)
_GOOD = Listing(
    "sample",
    tools=(
        Tool.of(
            "list_user_notes",
            "List the notes of one user, newest first, with their dates.",
            {
                "type": "object",
                "properties": {"user": {"type": "string", "description": "The user as printed on the form"}},
            },
        ),
        Tool.of(
            "count_visits",
            "Return how often a page was opened.",
            {
                "type": "object",
                "properties": {"page": {"type": "string", "description": "The page as printed on the form"}},
            },
        ),
    ),
)
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of(
            "get_user_note",
            "Return one note of one user by its number.",
            {
                "type": "object",
                "properties": {"user": {"type": "string", "description": "The user as printed on the form"}},
            },
        ),
        Tool.of(
            "delete_user_note",
            "Delete one note of one user by its number for good.",
            {
                "type": "object",
                "properties": {"user": {"type": "string", "description": "The user as printed on the form"}},
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


class NearDuplicateTools(ListingRule):
    """Two tools are so alike, by name, text and parameters, that requests will go to either.

    Their wording differs in a word or two, which is less than what a request says. Merge them into one tool with a
    parameter, or put what separates them into the first sentence of both.

    Source: peers' rules (mcplint-cli, mcpolish, mcp-tef); calibrated on 55 real servers, Setting: `least`.
    """

    code = "TW181"
    severity = Severity.WARNING
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    least: float = 0.85

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for pair in pairs(view, self.least):
            message = (
                f"is nearly the same as {quote(pair.other.tool.name)} (similarity {pair.score:.2f}); "
                "merge them, or let the first sentences say what separates them"
            )
            yield Spot("/description", message, pair.names, tool=pair.one.index)
