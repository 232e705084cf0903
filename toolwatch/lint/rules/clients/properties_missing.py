"""The input schema has no `properties`."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class PropertiesMissing(ClientRule):
    """The input schema has no `properties`.

    OpenAI refuses an object schema without them, even for a tool without arguments. Most clients mend it, those
    that pass schemas on as they are fail. Write `"properties": {}`; `toolwatch lint --fix` does it.

    Source: OpenAI error text "object schema missing properties"; agent-friend checks it too.
    """

    code = "TW275"
    severity = Severity.WARNING
    bad = Listing("shop", tools=(Tool.of("list_shops", "List all shops.", {"type": "object"}),))
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("list_shops", "List all.", {"type": "object", "properties": {}}),))
