"""A provider refuses keywords of the schema."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class KeywordRefused(ClientRule):
    """A provider refuses keywords of the schema.

    Gemini's `parameters` and OpenAI's strict mode know a part of JSON Schema only and answer 400 to the rest,
    unless the client takes it out first. Ask for this rule with `--client` if you serve them directly.

    Source: Vertex AI and OpenAI references, see the client data files.
    """

    code = "TW278"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(
            Tool.of("list", "List.", {"type": "object", "properties": {"by": {"const": "name", "type": "string"}}}),
        ),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop", tools=(Tool.of("list", "List.", {"type": "object", "properties": {"not": {"type": "string"}}}),)
    )
