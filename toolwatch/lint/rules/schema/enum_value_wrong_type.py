"""An `enum` value is not of the declared type."""

import json
from collections.abc import Iterator

from toolwatch.lint.base import NodeRule, Spot, quote
from toolwatch.lint.schema import fits, label, types
from toolwatch.lint.view import Node, ToolView
from toolwatch.model.finding import Severity
from toolwatch.model.tool import Tool


class EnumValueWrongType(NodeRule):
    """An `enum` value is not of the declared type.

    A value must satisfy both, so this one can never be sent: the model is offered a choice that is refused. Write
    the values in the parameter's type, or correct the type.

    Source: JSON Schema 2020-12 validation, section 6.1.2.
    """

    code = "TW1016"
    severity = Severity.WARNING
    keywords = frozenset(("enum",))
    bad = Tool.of("rate", "Rate.", {"type": "object", "properties": {"stars": {"type": "integer", "enum": ["1", "2"]}}})
    good = Tool.of(
        "rate_order",
        "Store the customer's rating of one order.",
        {
            "type": "object",
            "properties": {"stars": {"type": "integer", "description": "Stars, 3 is best.", "enum": [1, 2, 3]}},
        },
    )
    near_miss = Tool.of(
        "rate", "Rate.", {"type": "object", "properties": {"stars": {"type": "number", "enum": [1, 2.5]}}}
    )

    def check_node(self, node: Node, view: ToolView) -> Iterator[Spot]:
        values, declared = node.schema["enum"], types(node.schema)
        if not declared or not isinstance(values, list):
            return
        for number, value in enumerate(values):
            if not fits(value, declared) and not (value is None and node.schema.get("nullable") is True):
                found = quote(json.dumps(value), 40)
                yield Spot(f"{node.path}/enum/{number}", f"{found} of {label(node)} is not {' or '.join(declared)}")
