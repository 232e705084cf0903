"""A provider wants a description, and the tool has none."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class DescriptionEmpty(ClientRule):
    """A provider wants a description, and the tool has none.

    Bedrock refuses an empty text, so the whole request fails. (Everywhere else the model chooses by the name
    alone.) Write one sentence on what the tool does and when to use it.

    Source: Bedrock API reference, ToolSpecification.
    """

    code = "TW271"
    severity = Severity.WARNING
    bad = Listing("shop", tools=(Tool.of("stock_levels", ""),))
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("stock_levels", "."),))
