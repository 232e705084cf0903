"""A provider refuses references in the schema."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class ReferenceRefused(ClientRule):
    """A provider refuses references in the schema.

    Gemini's `parameters` know neither `$ref` nor `$defs`; the request fails, or a client that takes them out
    leaves a parameter without a type. Write the definition in place where you serve Gemini.

    Source: Vertex AI reference, Schema.
    """

    code = "TW279"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(
            Tool.of(
                "ship",
                "Ship.",
                {"type": "object", "properties": {"to": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string"}}},
            ),
        ),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop", tools=(Tool.of("ship", "Ship.", {"type": "object", "properties": {"$ref": {"type": "string"}}}),)
    )
