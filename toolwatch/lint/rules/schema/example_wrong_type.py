"""An example is not one that the schema accepts."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import fits, label, same, types
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class ExampleWrongType(NodeRule):
    """An example is not one that the schema accepts.

    Models copy examples more faithfully than they read rules, so a wrong example is sent and refused. Write
    examples in the parameter's own type, from its own values.

    Source: JSON Schema 2020-12 validation, section 9.5.
    """

    code = "TW1020"
    severity = Severity.WARNING
    keywords = frozenset(("examples", "example"))
    bad = Tool.of(
        "list", "List.", {"type": "object", "properties": {"limit": {"type": "integer", "examples": ["ten"]}}}
    )
    good = Tool.of(
        "list_orders",
        "List the customer's orders, newest first.",
        {
            "type": "object",
            "properties": {"limit": {"type": "integer", "description": "How many orders at most.", "examples": [10]}},
        },
    )
    near_miss = Tool.of(
        "list", "List.", {"type": "object", "properties": {"limit": {"type": "number", "examples": [10]}}}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        declared, allowed = types(node.schema), node.schema.get("enum")
        listed = node.schema.get("examples")
        examples = [(f"examples/{at}", one) for at, one in enumerate(listed)] if isinstance(listed, list) else []
        if "example" in node.schema:
            examples.append(("example", node.schema["example"]))
        for place, example in examples:
            found = quote(json.dumps(example), 40)
            if declared and not fits(example, declared):
                yield Spot(
                    f"{node.path}/{place}", f"the example {found} of {label(node)} is not {' or '.join(declared)}"
                )
            elif isinstance(allowed, list) and allowed and not any(same(example, value) for value in allowed):
                yield Spot(f"{node.path}/{place}", f"the example {found} of {label(node)} is not among its enum values")
