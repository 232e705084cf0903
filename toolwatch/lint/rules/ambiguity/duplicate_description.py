"""Two tools have the same description."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot, quote
from toolwatch.lint.view import ListingView, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool

_BAD = Listing(
    "sample",
    tools=(
        Tool.of("read_note", "Return one note of the user."),
        Tool.of("count_words", "Return one note of the user."),
    ),
)
_GOOD = Listing(
    "sample",
    tools=(
        Tool.of("read_note", "Return the text of one note."),
        Tool.of("count_words", "Return how many words a sentence has."),
    ),
)
_NEAR = Listing(
    "sample",
    tools=(
        Tool.of("read_note", ""),
        Tool.of("count_words", ""),
    ),
)


class DuplicateDescription(ListingRule):
    """Two tools have the same description.

    Copied from one to the other and never changed: a model that goes by the text has nothing to choose by, and one of
    the two is described wrongly. Write what each does that the other does not.

    Source: peers' rules (mcplint-cli, mcplock, mcpolish).
    """

    code = "TW180"
    severity = Severity.WARNING
    bad = _BAD
    good = _GOOD
    near_miss = _NEAR

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        first: dict[str, ToolView] = {}
        for one in view.tools:
            text = " ".join(one.tool.description.casefold().split())
            earlier = first.setdefault(text, one)
            if earlier is not one and len(text) >= 12 and earlier.tool.name != one.tool.name:
                message = (
                    f"has the same description as {quote(earlier.tool.name)}; say what each does that "
                    "the other does not"
                )
                yield Spot("/description", message, earlier.tool.name, tool=one.index)
