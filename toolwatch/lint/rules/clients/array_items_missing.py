"""An array does not say what is in it."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class ArrayItemsMissing(ClientRule):
    """An array does not say what is in it.

    OpenAI, Gemini and VS Code refuse a declaration with an array without `items`, and with it the whole request.
    Models that do get it guess whether to send texts or objects. Add `items` with a type.

    Source: OpenAI and Gemini error texts; microsoft/vscode issue 257537.
    """

    code = "TW274"
    severity = Severity.ERROR
    bad = Listing(
        "shop", tools=(Tool.of("count", "Count.", {"type": "object", "properties": {"shelves": {"type": "array"}}}),)
    )
    good = Listing(
        "shop",
        tools=(
            Tool.of(
                "count_shelves",
                "Count what is on the given shelves.",
                {
                    "type": "object",
                    "properties": {
                        "shelves": {"type": "array", "description": "Shelf codes.", "items": {"type": "string"}}
                    },
                },
            ),
        ),
    )
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of(
                "count",
                "Count.",
                {"type": "object", "properties": {"s": {"type": "array", "prefixItems": [{"type": "string"}]}}},
            ),
        ),
    )
