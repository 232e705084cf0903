"""Two tools' names differ only in case or in the separator."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class NamesDifferInCase(ListingRule):
    """Two tools' names differ only in case or in the separator.

    `getUser` and `get_user` are one name to a model, and to any client that folds names. Which of the two a call
    reaches is chance. Name the difference.

    Source: seen with aliases kept for old clients.
    """

    code = "TW175"
    severity = Severity.ERROR
    bad = Listing("shop", tools=(Tool.of("get_user", "Read one user."), Tool.of("getUser", "Read one user.")))
    good = Listing("shop", tools=(Tool.of("get_user", "Read the name and the address of one user."),))
    near_miss = Listing("shop", tools=(Tool.of("get_user", "Read a user."), Tool.of("get_users", "List users.")))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        folded: dict[str, str] = {}
        for index, tool in enumerate(listing.tools):
            key = re.sub(r"[_.\s-]", "", tool.name).lower()
            other = folded.setdefault(key, tool.name)
            if key and other != tool.name:
                yield Spot(
                    "/name",
                    f"the names {quote(other, 60)} and {quote(tool.name, 60)} differ in case or separators only",
                    tool=index,
                )
