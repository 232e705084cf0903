"""The list holds no tool."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class NoTools(ListingRule):
    """The list holds no tool.

    A model that connects to this server gets nothing to call, and answers from memory or says that it cannot help.
    Mostly it is an accident: the wrong file, a registration that never ran, a switch that is off without an account.
    A server that offers only prompts or resources, and does not declare tools, is meant that way and not told of.

    Source: MCP specification, tools: a server that offers tools declares the capability.
    """

    code = "TW1029"
    severity = Severity.WARNING
    bad = Listing(
        "shop", capabilities={"tools": {}}, prompts=({"name": "greeting", "description": "Greets a customer."},)
    )
    good = Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),))
    near_miss = Listing("shop", prompts=({"name": "greeting", "description": "Greets a customer."},))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        if listing.tools or listing.coverage.invalid or listing.coverage.failure:
            return
        others = listing.prompts or listing.resources or listing.resource_templates
        if "tools" in listing.capabilities or not others:
            yield Spot("/tools", "no tool is listed: models have nothing to call here")
