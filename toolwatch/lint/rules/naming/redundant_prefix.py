"""Every tool's name starts with the server's name."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class RedundantPrefix(ListingRule):
    """Every tool's name starts with the server's name.

    Clients put the server in front anyway, so the model reads `mcp__github__github_create_issue`: tokens on every
    request, and characters that are missing below the limit of 64. Drop the prefix, unless users run the tools
    without one.

    Source: mcpolish and agent-friend check it too; client naming schemes.
    """

    code = "TW163"
    severity = Severity.INFO
    recommended = False
    bad = Listing(
        "github",
        tools=(Tool.of("github_list_issues", "List issues."), Tool.of("github_close_issue", "Close an issue.")),
    )
    good = Listing(
        "shop",
        tools=(
            Tool.of("list_shops", "List the names and addresses of all shops."),
            Tool.of("count_visits", "Count yesterday's visits to the web site."),
        ),
    )
    near_miss = Listing(
        "github", tools=(Tool.of("github_list_issues", "List issues."), Tool.of("close_issue", "Close an issue."))
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        own = {
            word
            for text in (listing.server, listing.server_info.get("name"))
            if isinstance(text, str)
            for word in parts_of(text)
        }
        firsts = {parts[0] for tool in listing.tools if (parts := parts_of(tool.name))}
        if len(listing.tools) > 1 and len(firsts) == 1 and firsts <= own - {"mcp", "server"}:
            prefix = next(iter(firsts))
            yield Spot(
                "/tools",
                f"all {len(listing.tools)} names start with {quote(prefix)}, which clients put in front anyway",
            )
