"""A provider takes one type only, and a schema lists several."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class TypeListRefused(ClientRule):
    """A provider takes one type only, and a schema lists several.

    Gemini refuses `"type": ["string", "null"]`, the usual way to write an optional text. Leave null out and the
    parameter optional, or write `anyOf`.

    Source: zed-industries/zed issue 44875.
    """

    code = "TW282"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(Tool.of("list", "List.", {"type": "object", "properties": {"by": {"type": ["string", "null"]}}}),),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of(
                "list",
                "List.",
                {"type": "object", "properties": {"by": {"anyOf": [{"type": "string"}, {"type": "null"}]}}},
            ),
        ),
    )
