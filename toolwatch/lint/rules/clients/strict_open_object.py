"""OpenAI's strict mode wants every object closed."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class StrictOpenObject(ClientRule):
    """OpenAI's strict mode wants every object closed.

    Each object needs `"additionalProperties": false`, the root as well as those inside. Maps with free keys
    cannot be said in strict mode: take a list of key and value.

    Source: OpenAI guide, structured outputs.
    """

    code = "TW287"
    severity = Severity.ERROR
    bad = Listing("shop", tools=(Tool.of("list", "List.", {"type": "object", "properties": {}}),))
    good = Listing(
        "shop",
        tools=(
            Tool.of(
                "list_shops",
                "List the names and addresses of all shops.",
                {"type": "object", "properties": {}, "additionalProperties": False},
            ),
        ),
    )
    near_miss = Listing(
        "shop", tools=(Tool.of("list", "List.", {"type": "object", "properties": {}, "additionalProperties": False}),)
    )
