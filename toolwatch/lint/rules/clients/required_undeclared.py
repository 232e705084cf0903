"""A provider refuses a requirement that has no property."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class RequiredUndeclared(ClientRule):
    """A provider refuses a requirement that has no property.

    Gemini answers 400 when `required` names what `properties` does not have. Other providers pass it on, and the
    model has to guess. Make the two agree.

    Source: Gemini API error text.
    """

    code = "TW281"
    severity = Severity.WARNING
    bad = Listing(
        "shop", tools=(Tool.of("find", "Find.", {"type": "object", "properties": {}, "required": ["number"]}),)
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("find", "Find.", {"type": "object", "properties": {}, "required": []}),))
