"""HTML tags stand in a text that models read as plain text."""

import re
from collections.abc import Iterator

from toolwatch.lint.base import Spot, TextRule, quote
from toolwatch.lint.view import Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool

_TAG = re.compile(
    r"</?(?:b|i|u|br|p|div|span|ul|ol|li|a|strong|em|code|pre|h[1-6]|table|tr|td|th|img|font|center|sup|sub|hr)"
    r"(?:\s[^<>\n]{0,200})?/?>",
    re.IGNORECASE,
)
_SPOKEN_OF = re.compile(r"html|markup|tags?\b|elements?\b", re.IGNORECASE)


class MarkupInText(TextRule):
    """A description holds HTML tags, left over from the documentation that it was copied from.

    No client renders them: the model pays for the tags and may copy them into its answer, and a dialog shows them
    raw. Write plain text or light Markdown. A text that speaks of HTML is left alone.

    Source: peers' rules (agent-friend, mcp-toolguard).
    """

    code = "TW155"
    severity = Severity.INFO
    roles = frozenset({Role.DESCRIPTION, Role.PARAMETER, Role.INSTRUCTIONS})
    pieces = ("<",)
    bad = Tool.of("list_orders", "<p>Returns <b>all</b> orders of one day.</p>")
    good = Tool.of("list_orders", "Returns all orders of one day.")
    near_miss = Tool.of("post_note", "Save a note; HTML such as <b>bold</b> is kept.")

    def check_text(self, text: Text) -> Iterator[Spot]:
        whole = text.text[:60_000]
        match = _TAG.search(whole)
        if match and not _SPOKEN_OF.search(whole):
            yield Spot(text.path, f"holds the HTML tag {quote(match.group(), 60)}; write plain text", match.group())
