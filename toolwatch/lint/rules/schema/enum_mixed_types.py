"""`enum` mixes types."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import kind, label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class EnumMixedTypes(NodeRule):
    """`enum` mixes types.

    Some values are strings and others numbers or booleans. Models write `"1"` where `1` is listed and the other
    way round, and OpenAI and Gemini take enumerations of one type only. Use one type; null may stand beside it.

    Source: Gemini API schema reference; agent-friend checks it too.
    """

    code = "TW117"
    severity = Severity.WARNING
    keywords = frozenset(("enum",))
    bad = Tool.of("rate", "Rate.", {"type": "object", "properties": {"stars": {"enum": [1, 2, "many"]}}})
    good = Tool.of(
        "rate_order",
        "Store the customer's rating of one order.",
        {
            "type": "object",
            "properties": {"stars": {"type": "integer", "description": "Stars, 3 is best.", "enum": [1, 2, 3]}},
        },
    )
    near_miss = Tool.of("rate", "Rate.", {"type": "object", "properties": {"stars": {"enum": [1, 2.5, None]}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        values = node.schema["enum"]
        if not isinstance(values, list):
            return
        kinds = {kind(value).replace("integer", "number") for value in values if value is not None}
        if len(kinds) > 1:
            yield Spot(f"{node.path}/enum", f"enum of {label(node)} mixes {' and '.join(sorted(kinds))}")
