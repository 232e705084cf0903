"""A text is longer than any rule reads."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.lint.wording import LONGEST
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class UnreadableLength(ListingRule):
    """A text is so long that the rules read only its beginning.

    The longest honest tool that was seen, schemas and all, has 82,000 characters. What stands beyond 200,000 in one
    string was not looked at, so nothing can be said of it. Shorten it.

    Source: measured on 204 lists of real servers.
    """

    code = "TW239"
    severity = Severity.ERROR
    bad = Tool.of("read_note", "Read one note. " + "x" * LONGEST)
    good = Tool.of("read_note", "Read one note and return its text.")
    near_miss = Tool.of("read_note", "Read one note. " * 500)

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        for index, texts in ((None, view.texts), *((one.index, one.texts) for one in view.tools)):
            for text in texts:
                if len(text.text) > LONGEST:
                    message = f"has {len(text.text):,} characters, of which {LONGEST:,} were read; shorten it"
                    yield Spot(text.path, message, tool=index)
