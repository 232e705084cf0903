"""The parameters of one tool are named in several styles."""

from collections.abc import Iterator

from toolwatch.lint.base import Spot, ToolRule, quote
from toolwatch.lint.identifiers import style_of
from toolwatch.lint.view import ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class MixedParameterStyles(ToolRule):
    """The parameters of one tool are named in several styles.

    Where `orderId` stands beside `customer_name`, models write `order_id`, and the argument is refused or, worse,
    ignored. Keep to one style.

    Source: agent-friend checks it too.
    """

    code = "TW173"
    severity = Severity.WARNING
    bad = Tool.of(
        "book",
        "Book.",
        {"type": "object", "properties": {"guestName": {"type": "string"}, "table_number": {"type": "integer"}}},
    )
    good = Tool.of(
        "book_table",
        "Book one table and return the booking's number.",
        {
            "type": "object",
            "properties": {
                "guest_name": {"type": "string", "description": "Family name of the guest."},
                "table_number": {"type": "integer", "description": "Number on the table."},
            },
        },
    )
    near_miss = Tool.of(
        "book",
        "Book.",
        {"type": "object", "properties": {"guestName": {"type": "string"}, "table": {"type": "integer"}}},
    )

    def check(self, tool: Tool, view: ToolView) -> Iterator[Spot]:
        styles: dict[str, str] = {}
        for node in view.inputs:
            style = style_of(node.name)
            if style:
                styles.setdefault(style, node.name)
        if len(styles) > 1:
            shown = ", ".join(f"{quote(name, 40)} in {style}" for style, name in sorted(styles.items()))
            yield Spot("/inputSchema/properties", f"parameters are named in {len(styles)} styles: {shown}")
