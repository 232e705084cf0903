"""Two servers that are used together have a tool of the same name, or of names that look the same."""

from collections.abc import Iterator, Sequence

from toolwatch.lint.base import Spot, TogetherRule, quote
from toolwatch.lint.lookalikes import skeleton
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_BAD = (
    Listing("mail", tools=(Tool.of("send", "Send a message and return its id."),)),
    Listing("chat", tools=(Tool.of("send", "Post a text to a room."),)),
)
_GOOD = (
    Listing("mail", tools=(Tool.of("send_mail", "Send a message and return its id."),)),
    Listing("chat", tools=(Tool.of("count_rooms", "Return how many rooms there are."),)),
)
_NEAR = (
    Listing("mail", tools=(Tool.of("send_mail", "Send a message."),)),
    Listing("chat", tools=(Tool.of("send_text", "Post a text to a room."),)),
)


class SameNameOnTwoServers(TogetherRule):
    """Two servers that are used together have a tool of the same name, or of names that look the same.

    Clients that put no server name before it refuse the list, keep one of the two, or let the later server take
    over the calls of the first: that is how a shadow works. Rename one, or connect them under prefixes.

    Source: OpenAI Agents SDK refuses such lists; Invariant Labs on shadowing.
    """

    code = "TW188"
    severity = Severity.ERROR
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    def check(self, views: Sequence[ListingView]) -> Iterator[Spot]:
        first: dict[str, tuple[str, str]] = {}
        for one in views:
            for tool in one.tools:
                key = skeleton(tool.tool.name).casefold()
                server, name = first.setdefault(key, (one.listing.server, tool.tool.name))
                if key and server != one.listing.server:
                    same = "also exists" if name == tool.tool.name else f"looks like {quote(name)}, which exists"
                    yield Spot(
                        "/name",
                        f"{same} on the server {quote(server)}; rename one",
                        f"{server} {name}",
                        tool=tool.index,
                        server=one.listing.server,
                    )
