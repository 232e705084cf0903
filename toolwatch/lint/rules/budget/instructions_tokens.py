"""The server's instructions cost many tokens."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.tokens import text_tokens
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class InstructionsTokens(ListingRule):
    """The server's instructions cost many tokens.

    Clients that show them put them into every request. Keep what holds for all tools, and move the rest to the
    tool it concerns.

    Source: Claude Code documentation for server authors.
    """

    code = "TW263"
    severity = Severity.INFO
    most: int = 1000
    bad = Listing("shop", instructions="Look up the order before you cancel it. " * 110)
    good = Listing(
        "shop",
        tools=(Tool.of("list_shops", "List the names and addresses of all shops."),),
        instructions="Look up the order before you cancel it.",
    )
    near_miss = Listing("shop", instructions="Look up the order before you cancel it. " * 90)

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        count = text_tokens(listing.instructions or "")
        if count > self.most:
            yield Spot(
                "/instructions", f"the instructions cost about {count:,} tokens, more than {self.most:,}", "tokens"
            )
