"""Every input schema of the server came out empty."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class SchemasAllEmpty(ListingRule):
    """Every input schema of the server came out empty.

    No tool of the list has a single parameter, and most of the schemas lack even `"type": "object"`: the mark of
    a converter that met a library version it does not know (zod 4 under an older SDK is the common one). Models
    then call every tool without arguments, and typed clients refuse the list. Update the SDK or pin the schema
    library.

    Source: seen on real servers started with a newer schema library than they were written for.
    """

    code = "TW107"
    severity = Severity.ERROR
    bad = Listing(
        "shop",
        tools=(
            Tool.of(
                "find_order", "Find an order by its number.", {"$schema": "http://json-schema.org/draft-07/schema#"}
            ),
            Tool.of("stock", "Count one article.", {"$schema": "http://json-schema.org/draft-07/schema#"}),
        ),
    )
    good = Listing("shop", tools=(Tool.of("list_shops", "List the names and addresses of all shops."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of("list_shops", "List all shops.", {"$schema": "http://json-schema.org/draft-07/schema#"}),
            Tool.of("find_order", "Find an order.", {"type": "object", "properties": {"number": {"type": "string"}}}),
        ),
    )

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        lost = sum(self._is_empty(tool) for tool in listing.tools)
        if 2 * lost > len(listing.tools) and not any(tool.parameters for tool in listing.tools):
            count = len(listing.tools)
            yield Spot(
                "/tools",
                f"{lost} of {count} input schemas are empty and have no type: a converter lost them; check the SDK",
            )

    @staticmethod
    def _is_empty(tool: Tool) -> bool:
        schema = tool.raw.get("inputSchema")
        return isinstance(schema, dict) and not schema.keys() - {"$schema", "additionalProperties", "title", "$id"}
