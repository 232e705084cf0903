"""The arguments are nested deeper than OpenAI's strict mode takes."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Json, Tool


def nested(levels: int) -> dict[str, Json]:
    """An object in an object, ``levels`` times."""
    schema: dict[str, Json] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


class StrictTooDeep(ClientRule):
    """The arguments are nested deeper than OpenAI's strict mode takes.

    The request is refused. Flatten the arguments, or split the tool.

    Source: OpenAI guide, structured outputs, limits (the number changed once; see the client data file).
    """

    code = "TW289"
    severity = Severity.ERROR
    bad = Listing("shop", tools=(Tool.of("set", "Set.", {"type": "object", "properties": {"a": nested(11)}}),))
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing("shop", tools=(Tool.of("set", "Set.", {"type": "object", "properties": {"a": nested(8)}}),))
