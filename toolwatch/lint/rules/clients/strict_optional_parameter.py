"""OpenAI's strict mode wants every parameter required."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class StrictOptionalParameter(ClientRule):
    """OpenAI's strict mode wants every parameter required.

    A parameter that may be left out is refused. List all in `required`, and let optional ones be null: `"type":
    ["string", "null"]`.

    Source: OpenAI guide, structured outputs.
    """

    code = "TW286"
    severity = Severity.ERROR
    bad = Listing(
        "shop", tools=(Tool.of("list", "List.", {"type": "object", "properties": {"by": {"type": "string"}}}),)
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("list", "List.", {"type": "object", "properties": {"by": {"type": "string"}}, "required": ["by"]}),
        ),
    )
