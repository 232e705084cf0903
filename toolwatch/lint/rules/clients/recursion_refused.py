"""A provider refuses a schema that contains itself."""

from toolwatch.lint.clients.rule import ClientRule
from toolwatch.model.finding import Severity
from toolwatch.model.listing import Listing
from toolwatch.model.tool import Tool


class RecursionRefused(ClientRule):
    """A provider refuses a schema that contains itself.

    Gemini cannot declare a tree: clients that write references in place go round until they give up. Take the
    tree as a list of nodes with the number of their parent, or stop at a depth.

    Source: Vertex AI reference, Schema; clients that inline references.
    """

    code = "TW285"
    severity = Severity.WARNING
    bad = Listing(
        "shop",
        tools=(
            Tool.of(
                "store",
                "Store.",
                {
                    "type": "object",
                    "properties": {"folder": {"type": "object", "properties": {"in": {"$ref": "#/properties/folder"}}}},
                },
            ),
        ),
    )
    good = Listing("shop", tools=(Tool.of("stock_levels", "Count what is on the shelves."),))
    near_miss = Listing(
        "shop",
        tools=(
            Tool.of(
                "copy",
                "Copy.",
                {"type": "object", "properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}},
            ),
        ),
    )
