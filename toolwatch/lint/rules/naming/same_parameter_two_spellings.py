"""The same parameter is spelt differently in two tools."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.identifiers import parts_of
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class SameParameterTwoSpellings(ListingRule):
    """The same parameter is spelt differently in two tools.

    A model that just wrote `order_id` for one tool writes it for the next one too, where it is `orderId`. The
    wrong one is refused at best and ignored at worst. Spell one thing one way across the server.

    Source: seen on real servers; agent-friend checks styles within one tool.
    """

    code = "TW174"
    severity = Severity.INFO
    bad = Listing(
        "shop",
        tools=(
            Tool.of("pack", "Pack.", {"type": "object", "properties": {"order_id": {"type": "string"}}}),
            Tool.of("send", "Send.", {"type": "object", "properties": {"orderId": {"type": "string"}}}),
        ),
    )
    good = Listing(
        "shop",
        tools=(
            Tool.of(
                "pack_order",
                "Put one order into a parcel.",
                {"type": "object", "properties": {"order_id": {"type": "string", "description": "Such as 4711."}}},
            ),
        ),
    )
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("pack", "Pack.", {"type": "object", "properties": {"order_id": {"type": "string"}}}),
            Tool.of("send", "Send.", {"type": "object", "properties": {"order_ids": {"type": "array"}}}),
        ),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        spellings: dict[tuple[str, ...], dict[str, str]] = {}
        for one in view.tools:
            for node in one.inputs:
                spellings.setdefault(parts_of(node.name), {}).setdefault(node.name, one.tool.name)
        for names in spellings.values():
            if len(names) > 1:
                shown = ", ".join(f"{quote(name, 40)} in {quote(tool, 40)}" for name, tool in sorted(names.items()))
                yield Spot("/tools", f"one parameter is spelt in {len(names)} ways: {shown}")
