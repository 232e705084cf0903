"""Two servers that are used together describe a tool in the same words."""

from collections.abc import Iterator, Sequence

from toolwatch.lint.base import Spot, TogetherRule, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_BAD = (
    Listing("mail", tools=(Tool.of("send_mail", "Send a message and return its id."),)),
    Listing("post", tools=(Tool.of("mail_send", "Send a message and return its id."),)),
)
_GOOD = (
    Listing("mail", tools=(Tool.of("send_mail", "Send a message and return its id."),)),
    Listing("chat", tools=(Tool.of("count_rooms", "Return how many rooms there are."),)),
)
_NEAR = (
    Listing("mail", tools=(Tool.of("send_mail", "Send it."),)),
    Listing("post", tools=(Tool.of("mail_send", "Send it."),)),
)


class SameTextOnTwoServers(TogetherRule):
    """Two servers that are used together describe a tool in the same words.

    Often it is one server connected twice, or a fork of it: every request has two right answers, and permissions given
    for one are spent on the other. Disconnect one, or say in each what it works on.

    Source: observed in client configurations; Invariant Labs on look-alike servers.
    """

    code = "TW189"
    severity = Severity.WARNING
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    def check(self, views: Sequence[ListingView]) -> Iterator[Spot]:
        first: dict[str, tuple[str, str]] = {}
        for one in views:
            for tool in one.tools:
                text = " ".join(tool.tool.description.casefold().split())
                server, name = first.setdefault(text, (one.listing.server, tool.tool.name))
                if len(text) >= 20 and server != one.listing.server:
                    message = (
                        f"is described like {quote(name)} on the server {quote(server)}; say in each what it works on"
                    )
                    yield Spot("/description", message, f"{server} {name}", tool=tool.index, server=one.listing.server)
