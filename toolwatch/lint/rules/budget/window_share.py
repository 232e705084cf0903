"""The tools take a large part of a model's context window."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class WindowShare(ListingRule):
    """The tools take a large part of a model's context window.

    What the definitions fill is missing for the conversation and for results. The share is told for a window of
    128,000 tokens; set `window` to that of the model you use.

    Source: toolprint checks it too.
    """

    code = "TW257"
    severity = Severity.INFO
    window: int = 128000
    share: float = 0.1
    bad = Listing("shop", tools=tuple(Tool.of(f"count_{n}", "Count what is there. " * 40) for n in range(100)))
    good = Listing("shop", tools=(Tool.of("set_option", "Set one option of the shop and return its old value."),))
    near_miss = Listing("shop", tools=tuple(Tool.of(f"count_{n}", "Count what is there. " * 40) for n in range(20)))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        count = sum(one.tokens for one in view.tools)
        if count > self.window * self.share:
            part = count / self.window
            yield Spot("/tools", f"the tools fill about {part:.0%} of a window of {self.window:,} tokens", "share")
