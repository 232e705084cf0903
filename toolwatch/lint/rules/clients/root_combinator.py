"""The input schema has `anyOf`, `oneOf` or `allOf` at its root."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class RootCombinator(ClientRule):
    """The input schema has `anyOf`, `oneOf` or `allOf` at its root.

    It is valid JSON Schema, and Anthropic and OpenAI answer 400 to the whole request: one such tool ends the
    session for all servers. Say in the description which arguments go together, or move the alternatives into one
    property.

    Source: anthropics/claude-code issue 45106; OpenAI error texts, see the client data files.
    """

    code = "TW273"
    severity = Severity.ERROR
    bad = Listing(
        "shop",
        tools=(
            Tool.of(
                "find_order",
                "Find one order by its number or by the customer's e-mail.",
                {"type": "object", "properties": {}, "anyOf": [{"required": ["number"]}, {"required": ["mail"]}]},
            ),
        ),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of(
                "find_order",
                "Find.",
                {"type": "object", "properties": {"by": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}},
            ),
        ),
    )
