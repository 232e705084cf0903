"""The server writes other text between its messages."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Coverage, Listing
from toolwatch.model.tool import Tool


class NoiseOnStdout(ListingRule):
    """The server writes other text between its messages.

    On stdio every line of standard output must be a JSON-RPC message. Some clients skip other lines, some close
    the connection. Send logs and banners to standard error.

    Source: MCP specification, transports, stdio.
    """

    code = "TW1026"
    severity = Severity.WARNING
    bad = Listing("shop", coverage=Coverage(noise=("Server started on stdio",)))
    good = Listing(
        "shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),), coverage=Coverage()
    )
    near_miss = Listing("shop", coverage=Coverage(problems=("closed early",)))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        if listing.coverage.noise:
            yield Spot("", f"writes lines to stdout that are no messages, such as {quote(listing.coverage.noise[0])}")
