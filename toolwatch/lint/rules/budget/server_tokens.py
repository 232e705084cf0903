"""All tools together cost very many tokens."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class ServerTokens(ListingRule):
    """All tools together cost very many tokens.

    They are paid on every request and crowd out the conversation; above some ten thousand tokens users switch the
    server off. Offer toolsets, shorten descriptions, or let the model search for tools.

    Source: sizes of real servers; toolprint and agent-friend check it too.
    """

    code = "TW256"
    severity = Severity.WARNING
    most: int = 15000
    bad = Listing("shop", tools=tuple(Tool.of(f"count_{n}", "Count what is there. " * 40) for n in range(100)))
    good = Listing("shop", tools=(Tool.of("set_option", "Set one option of the shop and return its old value."),))
    near_miss = Listing("shop", tools=tuple(Tool.of(f"count_{n}", "Count what is there. " * 40) for n in range(20)))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        costs = sorted(((one.tokens, one.tool.name) for one in view.tools), reverse=True)
        count = sum(cost for cost, _ in costs)
        if count > self.most:
            dearest = ", ".join(f"{quote(name, 40)} {cost:,}" for cost, name in costs[:3])
            yield Spot(
                "/tools",
                f"the tools cost about {count:,} tokens, more than {self.most:,}; most of all {dearest}",
                "tokens",
            )
