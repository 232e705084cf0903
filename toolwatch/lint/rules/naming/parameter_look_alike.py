"""A parameter's name mixes letters of several scripts that look alike."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.lookalikes import skeleton
from toolwatch.lint.schema import label
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ParameterLookAlike(ToolRule):
    """A parameter's name mixes letters of several scripts that look alike.

    With a Cyrillic letter in `path` the schema holds another name than everybody reads: a model writes the ASCII
    one, the server ignores it and takes its default, and no reviewer sees why. Write names in ASCII.

    Source: Unicode TR39; the tools' own names are TW226's.
    """

    code = "TW171"
    severity = Severity.ERROR
    bad = Tool.of("read", "Read.", {"type": "object", "properties": {"p\u0430th": {"type": "string"}}})
    good = Tool.of(
        "read_page",
        "Read one page of the handbook.",
        {"type": "object", "properties": {"page": {"type": "integer", "description": "Number of the page, from 1."}}},
    )
    near_miss = Tool.of("read", "Read.", {"type": "object", "properties": {"gr\u00f6\u00dfe": {"type": "string"}}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.nodes:
            if node.name.isascii() or not skeleton(node.name).isascii():
                continue
            odd = ", ".join(f"U+{ord(letter):04X}" for letter in dict.fromkeys(node.name) if not letter.isascii())
            yield Spot(node.path, f"the parameter {label(node)} looks like ASCII and has {odd}", node.name)
