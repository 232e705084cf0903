"""A client takes keywords out of the schema."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class KeywordStripped(ClientRule):
    """A client takes keywords out of the schema.

    What they say does not reach the model: a closed object looks open, a dialect is lost. Nothing fails, so it is
    good to know and seldom worth a change. Say in the description what must hold.

    Source: Gemini CLI documentation, schema processing.
    """

    code = "TW277"
    severity = Severity.INFO
    recommended = False
    bad = Listing(
        "shop",
        tools=(Tool.of("list_shops", "List.", {"type": "object", "properties": {}, "additionalProperties": False}),),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("find", "Find.", {"type": "object", "properties": {"additionalProperties": {"type": "string"}}}),
        ),
    )
