"""The same passage stands in many tools."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.tokens import text_tokens
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class RepeatedText(ListingRule):
    """The same passage stands in many tools.

    It is paid once a tool on every request, and what all tools share does not help to tell them apart. Say it
    once in the server's instructions (not every client shows them, so keep what a call depends on).

    Source: measured on real servers; the embedding of near duplicates is another rule's.
    """

    code = "TW259"
    severity = Severity.INFO
    length: int = 120
    tools: int = 8
    bad = Listing(
        "shop",
        tools=tuple(
            Tool.of(
                f"count_{thing}",
                f"Count {thing}.\n\nResults are rounded to full hundreds and refer to the last day on which all shops "
                "were open; ask the head office for numbers of single shops.",
            )
            for thing in ("visits", "orders", "parcels", "refunds", "guests", "calls", "letters", "gifts")
        ),
    )
    good = Listing("shop", tools=(Tool.of("set_option", "Set one option of the shop and return its old value."),))
    near_miss = Listing(
        "shop", tools=tuple(Tool.of(f"count_{n}", f"Count {n}.\n\nRounded to hundreds.") for n in range(9))
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        holders: dict[str, list[int]] = {}
        for one in view.tools:
            for passage in {part.strip() for part in one.tool.description.split("\n\n")}:
                if len(passage) >= self.length:
                    holders.setdefault(passage, []).append(one.index)
        for passage, found in holders.items():
            if len(found) >= self.tools:
                wasted = (len(found) - 1) * text_tokens(passage)
                yield Spot(
                    "/tools",
                    f"one passage stands in {len(found)} tools, about {wasted:,} tokens: {quote(passage, 60)}",
                    passage,
                )
