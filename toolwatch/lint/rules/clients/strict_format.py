"""OpenAI's strict mode refuses a format."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class StrictFormat(ClientRule):
    """OpenAI's strict mode refuses a format.

    It knows a handful of formats and refuses the others, `uri` among them. Leave the format out and say it in the
    description.

    Source: mcp-strict-check; OpenAI guide, structured outputs.
    """

    code = "TW288"
    severity = Severity.ERROR
    bad = Listing(
        "shop",
        tools=(
            Tool.of("load", "Load.", {"type": "object", "properties": {"from": {"type": "string", "format": "uri"}}}),
        ),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("load", "Load.", {"type": "object", "properties": {"on": {"type": "string", "format": "date"}}}),
        ),
    )
