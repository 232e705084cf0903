"""The input schema has very many parts."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class SchemaTooLarge(ToolRule):
    """The input schema has very many parts.

    A schema of hundreds of properties costs the model's attention on every request, and providers refuse beyond a
    limit (OpenAI's strict mode: 5,000 properties in a request). Split the tool by what people do with it, or take
    one text in a documented format.

    Source: OpenAI structured outputs, limits; sizes of real servers.
    """

    code = "TW1001"
    severity = Severity.WARNING
    most: int = 300
    bad = Tool.of(
        "set", "Set.", {"type": "object", "properties": {f"option_{n}": {"type": "string"} for n in range(400)}}
    )
    good = Tool.of(
        "set_option",
        "Set one option of the shop and return its old value.",
        {"type": "object", "properties": {"option": {"type": "string", "description": "Option, such as tax.rate."}}},
    )
    near_miss = Tool.of(
        "set", "Set.", {"type": "object", "properties": {f"option_{n}": {"type": "string"} for n in range(60)}}
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        count = sum(node.side == "input" for node in view.nodes)
        if count > self.most:
            yield Spot("/inputSchema", f"inputSchema has {count} schema objects, more than {self.most}; split the tool")
