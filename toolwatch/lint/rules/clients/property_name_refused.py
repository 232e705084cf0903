"""A provider refuses a parameter's name."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class PropertyNameRefused(ClientRule):
    """A provider refuses a parameter's name.

    Anthropic takes letters, digits, `_`, `.` and `-`, Gemini not even the last two, 64 characters each; names
    such as `filter[name]`, `$top` or `@type` fail the whole request. Rename the parameter, and map it inside the
    server.

    Source: Anthropic and Gemini error texts, see the client data files.
    """

    code = "TW276"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(Tool.of("find", "Find.", {"type": "object", "properties": {"filter[name]": {"type": "string"}}}),),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop", tools=(Tool.of("find", "Find.", {"type": "object", "properties": {"filter_name": {"type": "string"}}}),)
    )
