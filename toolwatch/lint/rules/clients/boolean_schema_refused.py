"""A provider refuses a boolean schema."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class BooleanSchemaRefused(ClientRule):
    """A provider refuses a boolean schema.

    Gemini wants an object wherever a schema stands. Write one with a type.

    Source: Vertex AI reference, Schema.
    """

    code = "TW284"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(Tool.of("tag", "Tag.", {"type": "object", "properties": {"all": {"type": "array", "items": True}}}),),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop", tools=(Tool.of("tag", "Tag.", {"type": "object", "properties": {"all": {"type": "boolean"}}}),)
    )
