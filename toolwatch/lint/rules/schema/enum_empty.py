"""`enum` allows no value at all."""

from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot
from toolwatch.lint.schema import label
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class EnumEmpty(NodeRule):
    """`enum` allows no value at all.

    An empty list means that nothing can ever be sent: a required parameter makes the tool uncallable, and
    providers refuse the schema. It mostly comes from a list that is filled at run time and was empty when the
    schema was made. List the values, or leave `enum` out.

    Source: JSON Schema 2020-12 validation, section 6.1.2; draft-07 forbids it.
    """

    code = "TW115"
    severity = Severity.ERROR
    keywords = frozenset(("enum",))
    bad = Tool.of("move", "Move.", {"type": "object", "properties": {"to": {"type": "string", "enum": []}}})
    good = Tool.of(
        "move_order",
        "Move one order to another state and return the order.",
        {
            "type": "object",
            "properties": {"to": {"type": "string", "description": "The new state.", "enum": ["packed", "sent"]}},
        },
    )
    near_miss = Tool.of("move", "Move.", {"type": "object", "properties": {"to": {"type": "string", "enum": [""]}}})

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        if node.schema["enum"] == []:
            yield Spot(f"{node.path}/enum", f"enum of {label(node)} is empty, so no value is allowed")
