"""A text ends in spaces, or has several blank lines in a row."""

from collections.abc import Collection, Iterator

from toolwatch.lint.base import Spot, TextRule
from toolwatch.lint.strings import Strings
from toolwatch.lint.view import PROSE, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class WastedWhitespace(TextRule):
    """A text ends in spaces, or has several blank lines in a row.

    They are paid for on every request and make a diff noisy. `toolwatch lint --fix` removes them.

    Source: descriptions of real servers, most of them docstrings that were passed on as they stand.
    """

    code = "TW262"
    severity = Severity.INFO
    roles = PROSE
    bad = Tool.of("set_option", "Set one option of the shop.   \n\n\n\nReturn its old value.\n")
    good = Tool.of("set_option", "Set one option of the shop.\n\nReturn its old value.")
    near_miss = Tool.of("set_option", "Set one option of the shop.\n\nReturn its  old value.")

    def candidates(self, strings: Strings) -> Collection[int]:
        """The strings with more white space than words need."""
        return strings.with_space(1)

    def check_text(self, text: Text) -> Iterator[Spot]:
        body = text.text
        if body != body.strip():
            wasted = len(body) - len(body.strip())
            yield Spot(text.path, f"starts or ends with {wasted} characters of white space", "around")
        elif "\n\n\n" in body or " \n" in body:
            yield Spot(text.path, "has blank lines in a row or spaces before a line's end", "inside")
