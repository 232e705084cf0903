"""A required parameter has a default."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class RequiredWithDefault(NodeRule):
    """A required parameter has a default.

    The default never takes effect, since the argument must always be sent. A model that reads it leaves the
    argument out and is refused. Take it out of `required`, or drop the default.

    Source: JSON Schema 2020-12 validation, section 9.2; schema libraries write it for outputs.
    """

    code = "TW1017"
    severity = Severity.INFO
    keywords = frozenset(("default",))
    bad = Tool.of(
        "list",
        "List.",
        {"type": "object", "properties": {"limit": {"type": "integer", "default": 5}}, "required": ["limit"]},
    )
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {"limit": {"type": "integer", "description": "How many orders at most.", "default": 5}},
        },
    )
    near_miss = Tool.of(
        "list",
        "List.",
        {"type": "object", "properties": {"limit": {"type": "integer", "default": None}}, "required": ["limit"]},
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        if node.required and node.side == "input" and node.schema["default"] is not None:
            yield Spot(f"{node.path}/default", f"{label(node)} is required, so its default never takes effect")
