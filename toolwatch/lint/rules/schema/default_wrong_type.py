"""The default is of another type than the parameter."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import fits, kind, label, types
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class DefaultWrongType(NodeRule):
    """The default is of another type than the parameter.

    `"default": "10"` on an integer teaches the model to send text. Servers that validate refuse it, others
    compute with a string. Write the default in the parameter's own type. (null is taken for "no default" and
    accepted.)

    Source: agent-friend checks it too.
    """

    code = "TW120"
    severity = Severity.WARNING
    keywords = frozenset(("default",))
    bad = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"type": "integer", "default": "10"}}})
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {"limit": {"type": "integer", "description": "How many orders at most.", "default": 10}},
        },
    )
    near_miss = Tool.of("list", "List.", {"type": "object", "properties": {"limit": {"type": "number", "default": 10}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        default, declared = node.schema["default"], types(node.schema)
        if default is not None and declared and not fits(default, declared):
            wanted = " or ".join(declared)
            found = quote(json.dumps(default), 40)
            yield Spot(
                f"{node.path}/default", f"the default of {label(node)}, {found}, is {kind(default)}, not {wanted}"
            )
