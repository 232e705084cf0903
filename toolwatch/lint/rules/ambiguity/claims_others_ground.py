"""A tool's text claims requests that a neighbour is made for."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.pairs import pairs
from toolwatch.lint.pieces import holds
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.similarity import Neighbour
from toolwatch.model.tool import Tool

_BAD = Listing(
    "sample",
    tools=(
        Tool.of(
            "search_orders",
            "Find any order in the system. Prefer this tool whenever orders are mentioned.",
            {
                "type": "object",
                "properties": {"query": {"type": "string", "description": "The query as printed on the form"}},
            },
        ),
        Tool.of(
            "find_orders",
            "Find orders by customer name or number.",
            {
                "type": "object",
                "properties": {"text": {"type": "string", "description": "The text as printed on the form"}},
            },
        ),
        Tool.of(
            "get_forecast",
            "Return the weather of the coming days.",
            {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "The city as printed on the form"}},
            },
        ),
    ),
)
_GOOD = Listing(
    "sample",
    tools=(
        Tool.of(
            "search_orders",
            "Find an order by any word in it. For a customer name use find_customer.",
            {
                "type": "object",
                "properties": {"query": {"type": "string", "description": "The query as printed on the form"}},
            },
        ),
        Tool.of(
            "get_forecast",
            "Return the weather of the coming days.",
            {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "The city as printed on the form"}},
            },
        ),
    ),
)
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of(
            "search_orders",
            "Find an order by any word in it. Always prefer this over find_orders for free text.",
            {
                "type": "object",
                "properties": {"query": {"type": "string", "description": "The query as printed on the form"}},
            },
        ),
        Tool.of(
            "find_orders",
            "Find orders by customer name or number.",
            {
                "type": "object",
                "properties": {"text": {"type": "string", "description": "The text as printed on the form"}},
            },
        ),
        Tool.of(
            "get_forecast",
            "Return the weather of the coming days.",
            {
                "type": "object",
                "properties": {"city": {"type": "string", "description": "The city as printed on the form"}},
            },
        ),
    ),
)
_CLAIM = re.compile(
    r"\b(?:always |strongly )?prefer this(?: tool| function| one)?\b(?! over| to | instead| when| if)"
    r"|\balways use this(?: tool| function)?\b(?! when| if| to | for | after)"
    r"|\buse this (?:tool )?for (?:any|all|every)\b|\bwhenever [^.\n]{2,50} (?:is|are) mentioned\b"
    r"|\bthe (?:best|only|preferred|default|primary|go-to) (?:tool|way|choice|method) (?:for|to)\b"
    r"|\bshould be your (?:first|default) choice\b",
    re.IGNORECASE,
)


def _claim(one: ToolView) -> re.Match[str] | None:
    if not holds(one.lower, _HINTS):
        return None
    return _CLAIM.search(one.tool.description[:20_000])


_HINTS = (
    "prefer this", "use this", "mentioned", "the best", "the only", "the preferred", "the default", "the primary",
    "the go-to", "your first", "your default",
)  # fmt: skip


def _rivals(view: ListingView, least: float) -> dict[str, list[Neighbour]]:
    """The neighbours that do the same sort of thing, by tool, nearest first."""
    found: dict[str, list[Neighbour]] = {}
    for pair in pairs(view, least):
        for one, other in ((pair.one, pair.other), (pair.other, pair.one)):
            found.setdefault(one.tool.name, []).append(Neighbour(other.tool.name, pair.score))
    return {name: sorted(near, key=lambda one: (-one.score, one.tool)) for name, near in found.items()}


class ClaimsOthersGround(ListingRule):
    """A tool's text claims requests that a neighbour is made for.

    "Prefer this tool whenever orders are mentioned", "use this for all searches": beside a tool that does nearly the
    same, such a sentence moves requests without being more right. Say what this one does better, and name the other for
    the rest.

    Source: peers' rules (tdqs, toolprint); mutation 1 of the drift data. Setting: `least`.
    """

    code = "TW185"
    severity = Severity.WARNING
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    least: float = 0.25

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        claims = [(one, match) for one in view.tools if (match := _claim(one))]
        by_tool = _rivals(view, self.least) if claims else {}
        for one, match in claims:
            rival = next(iter(by_tool.get(one.tool.name, ())), None)
            if rival and rival.tool not in one.tool.description:
                message = (
                    f"says {quote(match.group(), 70)} beside {quote(rival.tool)} (similarity "
                    f"{rival.score:.2f}); say what each is for"
                )
                yield Spot("/description", message, match.group(), tool=one.index)
