"""A parameter's description is very long."""

from collections.abc import Iterator
from dataclasses import dataclass

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import Role, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


@dataclass(frozen=True)
class LongParameterText(ToolRule):
    """A parameter's description is very long.

    It is read on every request, and what decides whether to call the tool drowns in it. Some clients cut it. Keep
    the format and one example, and put a reference into a resource or into an error message.

    Source: sizes of real servers; clients that cut parameter descriptions.
    """

    code = "TW261"
    severity = Severity.INFO
    most: int = 1500
    bad = Tool.of(
        "find", "Find.", {"type": "object", "properties": {"q": {"type": "string", "description": "Words. " * 300}}}
    )
    good = Tool.of("set_option", "Set one option of the shop and return its old value.")
    near_miss = Tool.of(
        "find", "Find.", {"type": "object", "properties": {"q": {"type": "string", "description": "Words. " * 90}}}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for text in view.texts:
            if text.role is Role.PARAMETER and len(text.text) > self.most:
                yield Spot(
                    text.path,
                    f"a parameter's description has {len(text.text)} characters, more than {self.most}",
                    text.text,
                )
