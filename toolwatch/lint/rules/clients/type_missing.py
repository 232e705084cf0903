"""A provider wants a type for every schema, and one has none."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class TypeMissing(ClientRule):
    """A provider wants a type for every schema, and one has none.

    Gemini refuses a declaration in which a parameter has neither `type` nor `anyOf`, even where `enum` says
    everything. Add the type.

    Source: directus/mcp issue 8; Vertex AI reference, Schema.
    """

    code = "TW280"
    severity = Severity.WARNING
    bad = Listing(
        "shop", tools=(Tool.of("list", "List.", {"type": "object", "properties": {"by": {"enum": ["name", "date"]}}}),)
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(Tool.of("list", "List.", {"type": "object", "properties": {"by": {"anyOf": [{"type": "string"}]}}}),),
    )
