"""A text carries a `data:` address."""

import re

from toolwatch.lint.view import Text
from toolwatch.lint.wording import WordingRule
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import vocabulary

_PATTERN = re.compile(
    r"\bdata:(?:[a-z]{1,20}/[\w.+-]{1,60})?(?:;[\w=-]{1,40}){0,3};base64,[A-Za-z0-9+/=%_-]{8,}|\bdata:text/(?:html"
    r"|javascript|plain)[;,][^\s]{4,}",
    re.IGNORECASE,
)


class DataUri(WordingRule):
    """A text carries a `data:` address.

    It holds a file in disguise: an image that a client may render, a page that a browser may run, or text that
    no reviewer decodes. Nobody needs one to choose a tool. Icons have a field of their own and are left alone.

    Source: peers' rules (mcp-toolguard).
    """

    code = "TW214"
    severity = Severity.WARNING
    cues = vocabulary("data")
    pattern = _PATTERN
    pieces = ("data:",)
    says = "carries a data: address"
    advice = "take it out"
    bad = Tool.of("save_note", "Save one note. Icon: data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA.")
    good = Tool.of("save_note", "Save one note and return its id.")
    near_miss = Tool.of(
        "save_note",
        "Save one note and return its id.",
        {
            "type": "object",
            "properties": {
                "note": {"type": "string", "description": "Image as a data URI ('data:image/png;base64,...')"}
            },
        },
    )

    def excused(self, match: re.Match[str], text: Text) -> bool:
        """Icons are declared as such, and may be data."""
        return "/icons/" in text.path
