"""The output schema does not say `"type": "object"`."""

from collections.abc import Iterator

from toolwatch.lint.base import ListingRule, Spot
from toolwatch.lint.view import ListingView
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class OutputRootNotObject(ListingRule):
    """The output schema does not say `"type": "object"`.

    Up to revision 2025-11-25 structured results are objects, and the TypeScript SDK checks for the literal: one
    tool that breaks it makes the client refuse the whole list. From 2026-07-28 on any type is legal, and clients
    of an older revision still refuse it. Wrap the value in an object.

    Source: MCP schema, `Tool.outputSchema`; SEP-2106.
    """

    code = "TW1002"
    severity = Severity.ERROR
    bad = Listing(
        "shop", tools=(Tool.of("count_stock", "Count.", outputSchema={"type": "array", "items": {"type": "string"}}),)
    )
    good = Listing(
        "shop",
        tools=(
            Tool.of(
                "count_stock",
                "Count what is in stock, by article number.",
                outputSchema={"type": "object", "properties": {"count": {"type": "integer", "description": "Pieces."}}},
            ),
        ),
    )
    near_miss = Listing("shop", tools=(Tool.of("count_stock", "Count.", outputSchema={"type": "object"}),))

    def check(self, listing: Listing, view: ListingView) -> Iterator[Spot]:
        legal = (listing.protocol_version or "") >= "2026-07-28"
        for index, tool in enumerate(listing.tools):
            schema = tool.raw.get("outputSchema")
            if schema is None or (isinstance(schema, dict) and schema.get("type") == "object"):
                continue
            why = "clients before 2026-07-28 refuse the whole list" if legal else "clients refuse the whole list"
            severity = Severity.WARNING if legal and isinstance(schema, dict | bool) else None
            yield Spot(
                "/outputSchema",
                f'outputSchema has no "type": "object" at its root; {why}',
                tool=index,
                severity=severity,
            )
