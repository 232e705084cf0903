"""The schema has more properties than OpenAI's strict mode takes."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class StrictTooManyProperties(ClientRule):
    """The schema has more properties than OpenAI's strict mode takes.

    The request is refused. Split the tool, or take one text in a documented format.

    Source: OpenAI guide, structured outputs, limits.
    """

    code = "TW290"
    severity = Severity.ERROR
    bad = Listing(
        "shop",
        tools=(
            Tool.of(
                "set", "Set.", {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(5001)}}
            ),
        ),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("set", "Set.", {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(50)}}),
        ),
    )
