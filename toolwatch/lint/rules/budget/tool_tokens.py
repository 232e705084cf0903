"""One tool costs very many tokens."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ToolTokens(ToolRule):
    """One tool costs very many tokens.

    Every request carries the whole definition, whether the tool is called or not, and a model reads a long one
    less closely. Cut what does not help to choose or to fill in; move reference material into a resource or a
    second tool.

    Source: sizes of real servers (the upper hundredth of tools lies above 3,700 tokens).
    """

    code = "TW255"
    severity = Severity.WARNING
    most: int = 2500
    bad = Tool.of("set_option", "Set one option of the shop. " * 400)
    good = Tool.of("set_option", "Set one option of the shop and return its old value.")
    near_miss = Tool.of("set_option", "Set one option of the shop. " * 100)

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        count = view.tokens
        if count > self.most:
            yield Spot("", f"costs about {count:,} tokens on every request, more than {self.most:,}", "tokens")
