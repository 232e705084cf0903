"""The input schema does not say whether other arguments are allowed."""

from collections.abc import Iterator, Mapping

from toolwatch.lint.base import Spot, ToolRule
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ExtraPropertiesUnspecified(ToolRule):
    """The input schema does not say whether other arguments are allowed.

    Without `additionalProperties` anything may be added, so a misspelt argument is accepted and ignored, and the
    model never learns. `"additionalProperties": false` makes the slip visible. (Some clients strip the keyword;
    it does no harm there.)

    Source: OpenAI strict mode asks for it; mcp-tool-card-linter checks it too.
    """

    code = "TW129"
    severity = Severity.INFO
    recommended = False
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"type": "integer"}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {"limit": {"type": "integer", "description": "How many orders at most."}},
            "additionalProperties": False,
        },
    )
    near_miss = Tool.of("ping", "Ping.", {"type": "object", "properties": {}})

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        schema = tool.input_schema
        if not isinstance(schema, Mapping) or not tool.parameters:
            return
        if schema.keys().isdisjoint(
            ("additionalProperties", "unevaluatedProperties", "patternProperties", "anyOf", "oneOf")
        ):
            yield Spot("/inputSchema", "does not say whether other arguments are allowed; set additionalProperties")
