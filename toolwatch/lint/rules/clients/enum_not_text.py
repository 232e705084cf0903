"""A provider takes texts only in `enum`."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class EnumNotText(ClientRule):
    """A provider takes texts only in `enum`.

    Gemini refuses numbers, booleans and null there. Write the numbers as a range, or the values as texts.

    Source: Vertex AI reference, Schema.enum.
    """

    code = "TW283"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(
            Tool.of("rate", "Rate.", {"type": "object", "properties": {"stars": {"type": "integer", "enum": [1, 2]}}}),
        ),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("rate", "Rate.", {"type": "object", "properties": {"s": {"type": "string", "enum": ["1", "2"]}}}),
        ),
    )
