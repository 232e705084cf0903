"""An icon breaks the protocol."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.icons import icons_of, troubles_of
from toolwatch.lint.schema import kind
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class IconInvalid(ListingRule):
    """An icon breaks the protocol.

    `src` is missing or neither an http(s) nor a data URL, `mimeType` is no image type, or `sizes` is no list of
    `48x48` and `any`. Typed clients refuse the whole page over it; lenient ones show nothing.

    Source: MCP schema 2025-11-25, `Icon`; SEP-973.
    """

    code = "TW1004"
    severity = Severity.WARNING
    bad = Listing("shop", tools=(Tool.of("ping", "Ping.", icons=[{"src": "javascript:alert(1)"}]),))
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
        "shop", tools=(Tool.of("ping", "Ping.", icons=[{"src": "https://a.example/i.svg", "sizes": ["any"]}]),)
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for path, index, icons in icons_of(listing):
            if not isinstance(icons, list):
                yield Spot(path, f"icons must be a list, not {kind(icons)}", tool=index)
                continue
            for number, icon in enumerate(icons):
                for trouble in troubles_of(icon):
                    yield Spot(f"{path}/{number}", trouble, tool=index)
