"""A parameter's description is very long."""

from collections.abc import Collection, Iterator

from toolwatch.lint.base import Spot, TextRule
from toolwatch.lint.strings import Strings
from toolwatch.lint.view import Role, Text
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class LongParameterText(TextRule):
    """A parameter's description is very long.

    It is read on every request, and what decides whether to call the tool drowns in it. Some clients cut it. Keep
    the format and one example, and put a reference into a resource or into an error message.

    Source: sizes of real servers; clients that cut parameter descriptions.
    """

    code = "TW261"
    severity = Severity.INFO
    roles = frozenset({Role.PARAMETER})
    most: int = 1500
    bad = Tool.of(
        "find", "Find.", {"type": "object", "properties": {"q": {"type": "string", "description": "Words. " * 300}}}
    )
    good = Tool.of("set_option", "Set one option of the shop and return its old value.")
    near_miss = Tool.of(
        "find", "Find.", {"type": "object", "properties": {"q": {"type": "string", "description": "Words. " * 90}}}
    )

    def candidates(self, strings: Strings) -> Collection[int]:
        """The long strings."""
        return strings.longer(self.most)

    def check_text(self, text: Text) -> Iterator[Spot]:
        if len(text.text) > self.most:
            yield Spot(
                text.path,
                f"a parameter's description has {len(text.text)} characters, more than {self.most}",
                text.text,
            )
