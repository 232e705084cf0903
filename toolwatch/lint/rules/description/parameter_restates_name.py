"""A parameter's description only repeats its name."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.view import ToolView
from toolwatch.lint.wording import named
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool
from toolwatch.model.words import repeats


def _tool(text: str) -> Tool:
    schema = {"type": "object", "properties": {"order_date": {"type": "string", "description": text}}}
    return Tool.of("list_orders", "List the orders of one day.", schema)


class ParameterRestatesName(ToolRule):
    """A parameter's description repeats the parameter's name and adds nothing.

    The words cost tokens and leave open what a model needs: the format, the unit, where the value comes from. Say
    one of those, or leave the description out.

    Source: peers' rules (mcpolish).
    """

    code = "TW141"
    severity = Severity.INFO
    keywords = frozenset({"description"})
    bad = _tool("The order date")
    good = _tool("Day in local time, YYYY-MM-DD")
    near_miss = _tool("Order date, YYYY-MM-DD")

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        for node in view.inputs:
            text = node.schema.get("description")
            if isinstance(text, str) and len(text) < 80 and text.count(" ") < 9 and repeats(text, node.name):
                message = f"{named(node.name)}: {quote(text.strip())} only repeats the name; say format, unit or origin"
                yield Spot(f"{node.path}/description", message, text)
