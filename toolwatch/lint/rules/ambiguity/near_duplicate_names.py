"""Two tools have the same words in their names, in another order, number or spelling."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool
from toolwatch.model.words import stem, words

_BAD = Listing(
    "sample",
    tools=(
        Tool.of("get_note", "Return the text of one note."),
        Tool.of("get_notes", "Return all notes of a day."),
    ),
)
_GOOD = Listing(
    "sample",
    tools=(
        Tool.of("get_note", "Return the text of one note."),
        Tool.of("count_visits", "Return how often a page was opened."),
    ),
)
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of("get_note", "Return the text of one note."),
        Tool.of("delete_note", "Delete one note for good."),
    ),
)


def _key(name: str) -> tuple[str, ...]:
    parts = words(name)
    return () if "to" in parts else tuple(sorted(stem(word) for word in parts))


class NearDuplicateNames(ListingRule):
    """Two tools have the same words in their names, in another order, number or spelling.

    `get_user` and `get_users`, `list_notes` and `notes_list`: models write one and mean the other, and the call still
    succeeds. Let the names differ in a word that means something.

    Source: peers' rules (mcplint-cli, toollint).
    """

    code = "TW182"
    severity = Severity.WARNING
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        first: dict[tuple[str, ...], ToolView] = {}
        for one in view.tools:
            key = _key(one.tool.name)
            earlier = first.setdefault(key, one) if key else one
            if earlier.tool.name.lower() != one.tool.name.lower():
                message = (
                    f"is named like {quote(earlier.tool.name)} but for order, number or spelling; use a word that tells"
                )
                yield Spot("/name", message, earlier.tool.name, tool=one.index)
