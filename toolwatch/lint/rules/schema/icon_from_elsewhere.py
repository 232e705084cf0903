"""An icon is loaded from a host that is not the server's, or without encryption."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.icons import host_of, hosts_of, icons_of, same_site
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class IconFromElsewhere(ListingRule):
    """An icon is loaded from a host that is not the server's, or without encryption.

    A client that shows the icon tells that host who uses the server, and the host can swap the picture (an SVG
    may carry script) after the review. MCP asks clients to take icons from the server's own origin only. Serve it
    from there, or send a `data:` URL.

    Source: MCP specification 2025-11-25, icons, security considerations.
    """

    code = "TW1005"
    severity = Severity.WARNING
    bad = Listing("shop", tools=(Tool.of("ping", "Ping.", icons=[{"src": "http://cdn.tracker.example/i.png"}]),))
    good = Listing(
        "shop",
        tools=(
            Tool.of(
                "list_shops",
                "List the names and addresses of all shops.",
                icons=[{"src": "data:image/png;base64,iVBORw0KGgo=", "mimeType": "image/png", "sizes": ["48x48"]}],
            ),
        ),
    )
    near_miss = Listing(
        "shop",
        tools=(Tool.of("ping", "Ping.", icons=[{"src": "https://static.shop.example/i.png"}]),),
        server_info={"name": "shop", "version": "1", "websiteUrl": "https://www.shop.example/"},
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        own = hosts_of(listing)
        for path, index, icons in icons_of(listing):
            for number, icon in enumerate(icons if isinstance(icons, list) else ()):
                source = icon.get("src") if isinstance(icon, dict) else None
                if not isinstance(source, str) or not source.lower().startswith(("http://", "https://")):
                    continue
                where = f"{path}/{number}/src"
                if source.lower().startswith("http://"):
                    yield Spot(where, f"an icon is loaded without encryption from {quote(source)}", tool=index)
                elif not any(same_site(host_of(source), host) for host in own):
                    known = f"; the server's own is {', '.join(sorted(own))}" if own else ""
                    yield Spot(
                        where,
                        f"an icon is loaded from the foreign host {quote(host_of(source))}{known}",
                        source,
                        tool=index,
                        severity=None if own else Severity.INFO,
                    )
